#ifndef CGEOS_SHIM_H
#define CGEOS_SHIM_H

#include <geos_c.h>
#include <stddef.h>

#define CGEOS_AT_LEAST(major, minor) \
    (GEOS_VERSION_MAJOR > (major) || (GEOS_VERSION_MAJOR == (major) && GEOS_VERSION_MINOR >= (minor)))

#if !CGEOS_AT_LEAST(3, 11)
#error "GEOS 3.11 or newer is needed"
#endif

/* Bytes of a context's message buffer, the final zero included. */
enum { CGEOS_MESSAGE_CAPACITY = 512 };

/* Copies an error message into the CGEOS_MESSAGE_CAPACITY bytes at `buffer`; allocates nothing. */
static inline void cgeos_keep_message(const char *message, void *buffer) {
    char *text = (char *)buffer;
    size_t length = 0;
    while (length + 1 < CGEOS_MESSAGE_CAPACITY && message[length] != 0) {
        text[length] = message[length];
        length += 1;
    }
    text[length] = 0;
}

/* Drops a notice. */
static inline void cgeos_drop_message(const char *message, void *unused) {
    (void)message;
    (void)unused;
}

/* Sends the errors of a context to `buffer` and its notices nowhere. */
static inline void cgeos_capture_messages(GEOSContextHandle_t handle, char *buffer) {
    GEOSContext_setErrorMessageHandler_r(handle, cgeos_keep_message, buffer);
    GEOSContext_setNoticeMessageHandler_r(handle, cgeos_drop_message, NULL);
}

/* For a point, intersecting an area and being covered by it are the same: 1, 0, or 2 on an exception. */
static inline char cgeos_prepared_covers_xy(
    GEOSContextHandle_t handle, const GEOSPreparedGeometry *prepared, double x, double y) {
#if CGEOS_AT_LEAST(3, 12)
    return GEOSPreparedIntersectsXY_r(handle, prepared, x, y);
#else
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(handle, x, y);
    char result;
    if (!point) return 2;
    result = GEOSPreparedIntersects_r(handle, prepared, point);
    GEOSGeom_destroy_r(handle, point);
    return result;
#endif
}

static inline void cgeos_ignore_item(void *item, void *unused) {
    (void)item;
    (void)unused;
}

/* Builds a tree, which GEOS otherwise does in the first query: 1, or 0 on an exception. */
static inline int cgeos_strtree_build(GEOSContextHandle_t handle, GEOSSTRtree *tree) {
#if CGEOS_AT_LEAST(3, 12)
    return GEOSSTRtree_build_r(handle, tree);
#else
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(handle, 0, 0);
    if (!point) return 0;
    GEOSSTRtree_query_r(handle, tree, point, cgeos_ignore_item, NULL);
    GEOSGeom_destroy_r(handle, point);
    return 1;
#endif
}

#endif
