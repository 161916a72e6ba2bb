// Condition variables: pthread_cond_timedwait, pthread_cond_clockwait, cnd_timedwait.
#include <errno.h>
#include <sched.h>
#include <threads.h>

#include "reading.h"
#include "real.h"
#include "starting.h"
#include "waiting.h"

/// Waits until nothing else on the page moves. Whoever could signal the condition has then done so, and
/// the caller sees it: threads that render sound go on at the first turn, and rest before the second.
static int wait_two_turns(struct page_clock *clock, pthread_mutex_t *mutex, int64_t deadline) {
    pthread_mutex_unlock(mutex);
    wait_for_turn(clock, NULL);
    wait_for_turn(clock, NULL);
    pthread_mutex_lock(mutex);
    // WebKit compares the time with its own deadline, before it was rounded, and a thread may be ahead of
    // the clock.
    enum { MARGIN = 1000 };
    show_once(deadline + thread_lead(clock) + MARGIN);
    return ETIMEDOUT;
}

/// Waits until the condition is signaled or the page's time reaches the deadline.
///
/// The waker uses a broadcast, so other threads that wait for the condition wake as well, which
/// is allowed: "spurious wakeups may occur" (POSIX, 3.422, pthread_cond_wait).
static int wait_until(
    struct page_clock *clock, pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
    if (takes_no_time(clock, deadline)) return wait_two_turns(clock, mutex, deadline);
    enum wait_state state = begin_wait(clock, WAIT_CONDITION, condition, deadline);
    if (state == WAIT_BEGUN) {
        int result = pthread_cond_wait(condition, mutex);
        end_wait(clock);
        return result == 0 && was_woken_by_clock() && page_clock_now(clock) >= deadline ? ETIMEDOUT : result;
    }
    // Like any wait, this must release the mutex for a moment.
    pthread_mutex_unlock(mutex);
    if (state == WAIT_IS_OVER) {
        nudge_thread(clock);
        sched_yield();
    } else {
        real()->nanosleep(&(struct timespec){.tv_nsec = SLICE}, NULL);
    }
    pthread_mutex_lock(mutex);
    return page_clock_now(clock) >= deadline ? ETIMEDOUT : 0;
}

/// Negative seconds are valid: a time before the clock began has already passed.
static bool has_nanoseconds(const struct timespec *time) { return time->tv_nsec >= 0 && time->tv_nsec < 1000000000; }

INTERPOSED int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    struct page_clock *clock = engaged_clock();
    if (!clock) return real()->pthread_cond_timedwait(condition, mutex, time);
    if (!has_nanoseconds(time)) return EINVAL;
    return wait_until(clock, condition, mutex, monotonic_deadline(clock, time));
}

INTERPOSED int pthread_cond_clockwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t id,
    const struct timespec *restrict time) {
    struct page_clock *clock = engaged_clock();
    if (!clock) return real()->pthread_cond_clockwait(condition, mutex, id, time);
    if (!has_nanoseconds(time) || (id != CLOCK_MONOTONIC && id != CLOCK_REALTIME)) return EINVAL;
    return wait_until(clock, condition, mutex, clock_deadline(clock, id, time));
}

/// C11's conditions and mutexes are those of pthreads (glibc, nptl/thrd_priv.h), with times in
/// TIME_UTC.
INTERPOSED int cnd_timedwait(
    cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict time) {
    int result =
        pthread_cond_clockwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, CLOCK_REALTIME, time);
    return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
