// Lets ThreadSanitizer see what `Synchronization.Mutex` does when a thread has to wait for another on Linux.
//
// An uncontended lock and unlock are atomic operations in our own code, which the sanitizer follows. A contended one is
// left to the kernel by two functions of Swift's library, which is not built for the sanitizer, so what a thread did
// before it let another one in looks like a race. When preloaded, the functions below replace these two and report the
// order to the sanitizer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Provided by the sanitizer; missing in a process without it, such as `swift` itself.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lockSlow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void unlockSlow(SELF mutex) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF mutex) {
    static SWIFT void (*original)(uint32_t, SELF);
    if (!original) original = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF mutex) {
    static SWIFT void (*original)(SELF);
    if (!original) original = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
