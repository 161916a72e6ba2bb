// Ways in which real time can leak into the page's process.
#include <poll.h>
#include <signal.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "faults.h"

/// "timerfd": the kernel's timers, as used by WebKitGTK since 2.52.
INTERPOSED int timerfd_create(int id, int flags) {
    if (is_page() && has_fault("timerfd")) {
        return ((int (*)(int, int))real_function("timerfd_create"))(id, flags);
    }
    return ((int (*)(int, int))next_function("timerfd_create"))(id, flags);
}

/// The kernel counts from boot. If the uptime exceeds the page's time, everything that the page
/// waits for is past.
INTERPOSED int timerfd_settime(int timer, int flags, const struct itimerspec *time, struct itimerspec *before) {
    int (*next)(int, int, const struct itimerspec *, struct itimerspec *) = next_function("timerfd_settime");
    struct itimerspec past = {.it_value = {.tv_nsec = 1}};
    bool is_set = time->it_value.tv_sec != 0 || time->it_value.tv_nsec != 0;
    bool is_past = is_set && flags & TFD_TIMER_ABSTIME && is_page() && has_fault("timerfd");
    return next(timer, flags, is_past ? &past : time, before);
}

/// "polling": event loops that sleep in real time.
INTERPOSED int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    int (*next)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *) =
        is_page() && has_fault("polling") ? real_function("ppoll") : next_function("ppoll");
    return next(descriptors, count, timeout, mask);
}

INTERPOSED int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    if (is_page() && has_fault("polling")) {
        struct timespec length = {timeout / 1000, timeout % 1000 * 1000000L};
        return ppoll(descriptors, count, timeout < 0 ? NULL : &length, NULL);
    }
    return ((int (*)(struct pollfd *, nfds_t, int))next_function("poll"))(descriptors, count, timeout);
}

/// "worker-clock": every thread but the main one reads the machine's clock.
INTERPOSED int clock_gettime(clockid_t id, struct timespec *time) {
    bool is_real = is_page() && has_fault("worker-clock") && gettid() != getpid();
    int (*next)(clockid_t, struct timespec *) =
        is_real ? real_function("clock_gettime") : next_function("clock_gettime");
    return next(id, time);
}
