// Locks: pthread_mutex_*lock, pthread_rwlock_*lock, mtx_timedlock, sem_timedwait,
// sem_clockwait.
//
// Unlocking wakes only threads that wait inside the C library. So a thread waits there in
// slices of real time, listed in the shared memory so that the page's time advances to its
// deadline. WebKit, GLib and GStreamer do not wait in this way (docs/engines.md).
#include <errno.h>
#include <threads.h>

#include "real.h"
#include "waiting.h"

/// Tries to acquire a lock until a real time.
typedef int attempt(void *lock, const struct timespec *end);

/// Tries repeatedly until the page's time reaches the deadline.
///
/// \returns The last attempt's result: 0, an error, or ETIMEDOUT.
static int lock_until(struct page_clock *clock, attempt *try, void *lock, int64_t deadline) {
    while (true) {
        enum wait_state state = begin_wait(clock, WAIT_SLICED, NULL, deadline);
        struct timespec end;
        real()->clock_gettime(CLOCK_MONOTONIC, &end);
        end.tv_nsec += state == WAIT_IS_OVER ? 0 : SLICE;
        if (end.tv_nsec >= 1000000000) {
            end.tv_sec++;
            end.tv_nsec -= 1000000000;
        }
        int result = try(lock, &end);
        if (state == WAIT_BEGUN) end_wait(clock);
        if (state == WAIT_IS_OVER) nudge_thread(clock);
        if (result != ETIMEDOUT || state == WAIT_IS_OVER) return result;
    }
}

static int lock_mutex(void *lock, const struct timespec *end) {
    return real()->pthread_mutex_clocklock(lock, CLOCK_MONOTONIC, end);
}

static int lock_reading(void *lock, const struct timespec *end) {
    return real()->pthread_rwlock_clockrdlock(lock, CLOCK_MONOTONIC, end);
}

static int lock_writing(void *lock, const struct timespec *end) {
    return real()->pthread_rwlock_clockwrlock(lock, CLOCK_MONOTONIC, end);
}

static int take_semaphore(void *semaphore, const struct timespec *end) {
    return real()->sem_clockwait(semaphore, CLOCK_MONOTONIC, end) == 0 ? 0 : errno;
}

/// Returns the clock for a wait; NULL to leave the call to the C library, which rejects an
/// invalid time only if it has to wait.
static struct page_clock *clock_for(clockid_t id, const struct timespec *time) {
    bool is_known = id == CLOCK_MONOTONIC || id == CLOCK_REALTIME;
    return is_known && time->tv_nsec >= 0 && time->tv_nsec < 1000000000 ? engaged_clock() : NULL;
}

INTERPOSED int pthread_mutex_clocklock(
    pthread_mutex_t *restrict mutex, clockid_t id, const struct timespec *restrict time) {
    struct page_clock *clock = clock_for(id, time);
    if (!clock) return real()->pthread_mutex_clocklock(mutex, id, time);
    return lock_until(clock, lock_mutex, mutex, clock_deadline(clock, id, time));
}

INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, time);
}

/// C11's mutexes are those of pthreads (glibc, nptl/thrd_priv.h).
INTERPOSED int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict time) {
    int result = pthread_mutex_timedlock((pthread_mutex_t *)mutex, time);
    return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}

INTERPOSED int pthread_rwlock_clockrdlock(
    pthread_rwlock_t *restrict lock, clockid_t id, const struct timespec *restrict time) {
    struct page_clock *clock = clock_for(id, time);
    if (!clock) return real()->pthread_rwlock_clockrdlock(lock, id, time);
    return lock_until(clock, lock_reading, lock, clock_deadline(clock, id, time));
}

INTERPOSED int pthread_rwlock_timedrdlock(
    pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
    return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, time);
}

INTERPOSED int pthread_rwlock_clockwrlock(
    pthread_rwlock_t *restrict lock, clockid_t id, const struct timespec *restrict time) {
    struct page_clock *clock = clock_for(id, time);
    if (!clock) return real()->pthread_rwlock_clockwrlock(lock, id, time);
    return lock_until(clock, lock_writing, lock, clock_deadline(clock, id, time));
}

INTERPOSED int pthread_rwlock_timedwrlock(
    pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
    return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, time);
}

INTERPOSED int sem_clockwait(sem_t *restrict semaphore, clockid_t id, const struct timespec *restrict time) {
    struct page_clock *clock = clock_for(id, time);
    if (!clock) return real()->sem_clockwait(semaphore, id, time);
    int result = lock_until(clock, take_semaphore, semaphore, clock_deadline(clock, id, time));
    if (result == 0) return 0;
    errno = result;
    return -1;
}

INTERPOSED int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
    return sem_clockwait(semaphore, CLOCK_REALTIME, time);
}
