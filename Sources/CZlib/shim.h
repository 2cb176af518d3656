#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/* inflateInit2 is a macro that Swift cannot see. 15 + 16: the largest window, gzip members only. */
static inline int geofence_inflate_init_gzip(z_streamp stream) { return inflateInit2(stream, 15 + 16); }

#endif
