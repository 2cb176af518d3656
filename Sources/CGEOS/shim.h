#ifndef CGEOS_SHIM_H
#define CGEOS_SHIM_H

#include <geos_c.h>

#endif
