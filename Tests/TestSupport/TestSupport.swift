@_exported package import Geofencing
