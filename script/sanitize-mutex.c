// Tells the thread sanitizer what happens when threads wait for a Mutex of Swift's Synchronization module.
//
// Taking a free mutex is compiled into the caller, and the sanitizer sees it. Waiting for one is in Swift's own library, which is
// not instrumented: without this, whatever a mutex protects is reported as a race as soon as a thread has waited for it.
// script/sanitize builds this and preloads it.
//
// The symbols are those of _MutexHandle's methods _lockSlow(_:), _tryLockSlow() and _unlockSlow() in the standard library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

/// The library's own function of a name.
static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) abort();
    return found;
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock_slow(uint32_t thread, SELF) {
    static SWIFT void (*_Atomic next)(uint32_t, SELF);
    if (next == NULL) next = original("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next(thread, handle);
    if (__tsan_acquire != NULL) __tsan_acquire(handle);
}

SWIFT bool try_lock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT bool try_lock_slow(SELF) {
    static SWIFT bool (*_Atomic next)(SELF);
    if (next == NULL) next = original("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
    bool is_locked = next(handle);
    if (is_locked && __tsan_acquire != NULL) __tsan_acquire(handle);
    return is_locked;
}

SWIFT void unlock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock_slow(SELF) {
    static SWIFT void (*_Atomic next)(SELF);
    if (next == NULL) next = original("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    if (__tsan_release != NULL) __tsan_release(handle);
    next(handle);
}
