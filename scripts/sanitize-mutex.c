// Shows ThreadSanitizer the slow path of Swift's Mutex.
//
// A Mutex that no other thread holds is locked by code in the program, which ThreadSanitizer watches. One that another
// thread holds is locked in libswiftSynchronization.so (stdlib/public/Synchronization/Mutex/LinuxImpl.swift), which is
// not compiled with it, so everything that such a Mutex protects would count as a race. This library is preloaded by
// scripts/sanitize.sh and stands before those two functions.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Programs that the tests start have no sanitizer.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

typedef __attribute__((swiftcall)) void lock_function(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void unlock_function(__attribute__((swift_context)) void *);

__attribute__((swiftcall)) void lock_slow(uint32_t, __attribute__((swift_context)) void *) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    ((lock_function *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
