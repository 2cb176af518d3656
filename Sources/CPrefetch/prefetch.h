// What Swift has no words for: asking for a cache line without waiting for it.

#ifndef GEOFENCE_PREFETCH_H
#define GEOFENCE_PREFETCH_H

/// Brings the cache line at `address` near; does nothing where the address is not the process's.
static inline __attribute__((always_inline)) void geofence_prefetch(const void *_Nullable address) {
    __builtin_prefetch(address);
}

#endif
