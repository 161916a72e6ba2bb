// epoll: epoll_wait, epoll_pwait, epoll_pwait2.
#include <errno.h>
#include <sys/epoll.h>

#include "polling.h"
#include "real.h"
#include "waiting.h"

/// Polls the epoll descriptor, then fetches its events.
static int wait_until(
    struct page_clock *clock, int set, struct epoll_event *events, int room, int64_t deadline, const sigset_t *mask) {
    while (true) {
        struct pollfd descriptor = {.fd = set, .events = POLLIN};
        int woken = poll_until(clock, &descriptor, 1, deadline, mask);
        if (woken < 0) return woken;
        // Another thread may have taken the events.
        int ready = real()->epoll_wait(set, events, room, 0);
        if (ready != 0 || page_clock_now(clock) >= deadline) return ready;
    }
}

INTERPOSED int epoll_pwait(int set, struct epoll_event *events, int room, int timeout, const sigset_t *mask) {
    struct page_clock *clock = timeout > 0 && set >= 0 ? engaged_clock() : NULL;
    if (!clock) return real()->epoll_pwait(set, events, room, timeout, mask);
    struct timespec length = {.tv_sec = timeout / 1000, .tv_nsec = timeout % 1000 * 1000000L};
    return wait_until(clock, set, events, room, deadline_after(clock, &length), mask);
}

INTERPOSED int epoll_wait(int set, struct epoll_event *events, int room, int timeout) {
    return epoll_pwait(set, events, room, timeout, NULL);
}

/// The kernel's size of a signal set, in bytes.
enum { KERNEL_SIGNAL_SET = 8 };

/// In the page's processes this works without the kernel's call (Linux 5.11).
INTERPOSED int epoll_pwait2(
    int set, struct epoll_event *events, int room, const struct timespec *timeout, const sigset_t *mask) {
    struct page_clock *clock = set >= 0 && (!timeout || is_valid(timeout)) ? engaged_clock() : NULL;
    if (!clock) return (int)real()->syscall(SYS_epoll_pwait2, set, events, room, timeout, mask, KERNEL_SIGNAL_SET);
    if (!timeout) return real()->epoll_pwait(set, events, room, -1, mask);
    return wait_until(clock, set, events, room, deadline_after(clock, timeout), mask);
}
