#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations are counted: with glibc, and where no sanitizer has its own allocator.
bool allocation_counter_works(void);

/// How often the calling thread has taken memory from the heap since it began.
long allocation_counter_count(void);

#endif
