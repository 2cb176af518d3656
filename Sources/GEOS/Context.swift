package import CGEOS
