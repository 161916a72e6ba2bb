// Sleeping: nanosleep, clock_nanosleep, thrd_sleep.
//
// usleep and sleep stay real: JavaScriptCore uses them while polling another thread's state,
// which is unrelated to the page's time.
#include <errno.h>
#include <threads.h>

#include "real.h"
#include "waiting.h"

/// Sleeps until the page's time reaches the deadline.
///
/// \returns 0, or EINTR if a signal was handled.
static int sleep_until(struct page_clock *clock, int64_t deadline) {
    while (page_clock_now(clock) < deadline) {
        enum wait_state state = begin_wait(clock, WAIT_SLEEP, NULL, deadline);
        if (state == WAIT_BEGUN) {
            long result = real()->syscall(SYS_futex, wait_word(), FUTEX_WAIT_PRIVATE, 0, &no_end, NULL, 0);
            int error = errno;
            end_wait(clock);
            if (result < 0 && error == EINTR) return EINTR;
        } else if (state == WAIT_UNWATCHED) {
            if (real()->nanosleep(&(struct timespec){.tv_nsec = SLICE}, NULL) != 0) return EINTR;
        }
    }
    return 0;
}

/// Sleeps for a duration and reports the remaining time.
static int sleep_for(struct page_clock *clock, const struct timespec *length, struct timespec *rest) {
    int64_t deadline = deadline_after(clock, length);
    int result = sleep_until(clock, deadline);
    if (result == EINTR && rest) {
        int64_t left = deadline - page_clock_now(clock);
        if (left < 0) left = 0;
        rest->tv_sec = left / 1000000;
        rest->tv_nsec = left % 1000000 * 1000;
    }
    return result;
}

INTERPOSED int nanosleep(const struct timespec *length, struct timespec *rest) {
    struct page_clock *clock = is_valid(length) ? engaged_clock() : NULL;
    if (!clock) return real()->nanosleep(length, rest);
    int result = sleep_for(clock, length, rest);
    if (result == 0) return 0;
    errno = result;
    return -1;
}

/// Whether a clock for sleeping follows the page's time.
static bool follows_page(clockid_t id) {
    return id == CLOCK_MONOTONIC || id == CLOCK_BOOTTIME || id == CLOCK_REALTIME || id == CLOCK_TAI;
}

INTERPOSED int clock_nanosleep(
    clockid_t id, int flags, const struct timespec *time, struct timespec *rest) {
    struct page_clock *clock = follows_page(id) && is_valid(time) ? engaged_clock() : NULL;
    if (!clock) return real()->clock_nanosleep(id, flags, time, rest);
    if (!(flags & TIMER_ABSTIME)) return sleep_for(clock, time, rest);
    int64_t deadline = clock_deadline(clock, id, time);
    if (page_clock_now(clock) >= deadline) nudge_thread(clock);
    return sleep_until(clock, deadline);
}

/// Like nanosleep, with other return values (C11, 7.26.5.7).
INTERPOSED int thrd_sleep(const struct timespec *length, struct timespec *rest) {
    if (nanosleep(length, rest) == 0) return 0;
    return errno == EINTR ? -1 : -2;
}
