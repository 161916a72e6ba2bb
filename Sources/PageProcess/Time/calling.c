// System calls by number: syscall.
//
// A call that has a C library function is passed to that function, which this library replaces.
// GLib, GStreamer, Mesa and Abseil wait for futexes with syscall, and WebKit creates shared
// memory with it.
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

#include "calling.h"
#include "pictures.h"
#include "real.h"

/// The sixth argument of pselect6 (select(2)): a pointer to a signal set and its size.
struct signal_set {
    const sigset_t *set;
    size_t size;
};

/// Whether a futex call has a time-out that the page's time cannot end.
static bool is_other_timed_futex(int operation, const struct timespec *timeout) {
    switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
    case FUTEX_WAIT_REQUEUE_PI:
        return timeout != NULL;
    default:
        return false;
    }
}

/// Handles a call by the page's time.
///
/// \param is_answered Set to false for calls unrelated to time.
static long call_by_page_time(struct page_clock *clock, long number, const long *arguments, bool *is_answered) {
    long a = arguments[0], b = arguments[1], c = arguments[2], d = arguments[3], e = arguments[4], f = arguments[5];
    switch (number) {
    case SYS_futex: {
        const struct timespec *timeout = (const struct timespec *)d;
        int command = (int)b & FUTEX_CMD_MASK;
        bool is_wait = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
        // An invalid time-out is left to the kernel to reject.
        if (is_wait && timeout && is_valid(timeout)) {
            return wait_for_futex(clock, (uint32_t *)a, (int)b, (uint32_t)c, timeout, (uint32_t)f);
        }
        if (!is_other_timed_futex((int)b, timeout)) break;
        errno = ENOSYS;
        return -1;
    }
    case SYS_clock_gettime:
        return clock_gettime((clockid_t)a, (struct timespec *)b);
    case SYS_gettimeofday:
        return a ? gettimeofday((struct timeval *)a, (void *)b) : real()->syscall(number, a, b);
    case SYS_nanosleep:
        return nanosleep((const struct timespec *)a, (struct timespec *)b);
    case SYS_clock_nanosleep:
        errno = clock_nanosleep((clockid_t)a, (int)b, (const struct timespec *)c, (struct timespec *)d);
        return errno ? -1 : 0;
    case SYS_ppoll:
        return ppoll((struct pollfd *)a, (nfds_t)b, (const struct timespec *)c, (const sigset_t *)d);
    case SYS_pselect6: {
        const struct signal_set *signals = (const struct signal_set *)f;
        return pselect(
            (int)a, (fd_set *)b, (fd_set *)c, (fd_set *)d, (const struct timespec *)e, signals ? signals->set : NULL);
    }
    case SYS_epoll_pwait:
        return epoll_pwait((int)a, (struct epoll_event *)b, (int)c, (int)d, (const sigset_t *)e);
    // Only older architectures have these calls.
#ifdef SYS_time
    case SYS_time:
        return time((time_t *)a);
#endif
#ifdef SYS_poll
    case SYS_poll:
        return poll((struct pollfd *)a, (nfds_t)b, (int)c);
#endif
#ifdef SYS_select
    case SYS_select:
        return select((int)a, (fd_set *)b, (fd_set *)c, (fd_set *)d, (struct timeval *)e);
#endif
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
        return epoll_wait((int)a, (struct epoll_event *)b, (int)c, (int)d);
#endif
#ifdef SYS_alarm
    case SYS_alarm:
        return alarm((unsigned)a);
#endif
    case SYS_timerfd_create:
        return timerfd_create((int)a, (int)b);
    case SYS_timer_create:
        return timer_create((clockid_t)a, (struct sigevent *)b, (timer_t *)c);
    case SYS_setitimer:
        return setitimer((int)a, (const struct itimerval *)b, (struct itimerval *)c);
    case SYS_epoll_pwait2:
    case SYS_futex_waitv:
    case SYS_io_uring_setup:
    case SYS_io_uring_enter:
        errno = ENOSYS;
        return -1;
    default:
        break;
    }
    *is_answered = false;
    return 0;
}

/// System calls have up to six arguments. Arguments that were not passed are register garbage,
/// which the kernel ignores.
INTERPOSED long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long);
    long b = va_arg(list, long);
    long c = va_arg(list, long);
    long d = va_arg(list, long);
    long e = va_arg(list, long);
    long f = va_arg(list, long);
    va_end(list);
    struct page_clock *clock = engaged_clock();
    if (clock) {
        bool is_answered = true;
        long answer = call_by_page_time(clock, number, (long[]){a, b, c, d, e, f}, &is_answered);
        if (is_answered) return answer;
    }
    long result = real()->syscall(number, a, b, c, d, e, f);
    // The call succeeded, so the name is readable.
    if (number == SYS_memfd_create && result >= 0 && strcmp((const char *)a, PICTURE_NAME) == 0) {
        note_memory((int)result);
    }
    return result;
}
