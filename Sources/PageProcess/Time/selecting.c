// select and pselect.
#include <alloca.h>
#include <errno.h>
#include <sys/select.h>

#include "polling.h"
#include "real.h"
#include "waiting.h"

/// The sets that a caller passes; each may be NULL.
struct sets {
    int count;
    fd_set *readable, *writable, *exceptional;
};

/// Converts the sets to poll descriptors, at most FD_SETSIZE, the limit of select (select(2)).
static nfds_t descriptors_of(const struct sets *sets, struct pollfd *descriptors) {
    nfds_t found = 0;
    for (int descriptor = 0; descriptor < sets->count && descriptor < FD_SETSIZE; descriptor++) {
        short events = 0;
        if (sets->readable && FD_ISSET(descriptor, sets->readable)) events |= POLLIN;
        if (sets->writable && FD_ISSET(descriptor, sets->writable)) events |= POLLOUT;
        if (sets->exceptional && FD_ISSET(descriptor, sets->exceptional)) events |= POLLPRI;
        if (events) descriptors[found++] = (struct pollfd){.fd = descriptor, .events = events};
    }
    return found;
}

/// Checks which descriptors are ready now.
static int look(const struct sets *sets) {
    return real()->pselect(
        sets->count, sets->readable, sets->writable, sets->exceptional, &(struct timespec){0}, NULL);
}

static int select_until(
    struct page_clock *clock, const struct sets *sets, int64_t deadline, const sigset_t *mask) {
    struct pollfd *descriptors = alloca(FD_SETSIZE * sizeof *descriptors);
    nfds_t count = descriptors_of(sets, descriptors);
    fd_set wanted[3] = {0};
    if (sets->readable) wanted[0] = *sets->readable;
    if (sets->writable) wanted[1] = *sets->writable;
    if (sets->exceptional) wanted[2] = *sets->exceptional;
    while (true) {
        int woken = poll_until(clock, descriptors, count, deadline, mask);
        if (woken < 0) return woken;
        int ready = look(sets);
        if (ready != 0 || page_clock_now(clock) >= deadline) return ready;
        // A hang-up, which poll reports and select does not. The check has emptied the sets.
        if (sets->readable) *sets->readable = wanted[0];
        if (sets->writable) *sets->writable = wanted[1];
        if (sets->exceptional) *sets->exceptional = wanted[2];
        if (woken > 0) real()->nanosleep(&(struct timespec){.tv_nsec = SLICE}, NULL);
    }
}

INTERPOSED int pselect(
    int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
    const struct timespec *restrict timeout, const sigset_t *restrict mask) {
    bool is_length = timeout && is_valid(timeout) && (timeout->tv_sec > 0 || timeout->tv_nsec > 0);
    struct page_clock *clock = is_length && count >= 0 ? engaged_clock() : NULL;
    if (!clock) return real()->pselect(count, readable, writable, exceptional, timeout, mask);
    struct sets sets = {count, readable, writable, exceptional};
    return select_until(clock, &sets, deadline_after(clock, timeout), mask);
}

/// Stores the remaining time in `timeout`, as Linux does.
INTERPOSED int select(
    int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
    struct timeval *restrict timeout) {
    bool is_length = timeout && timeout->tv_sec >= 0 && timeout->tv_usec >= 0 && timeout->tv_usec < 1000000
        && (timeout->tv_sec > 0 || timeout->tv_usec > 0);
    struct page_clock *clock = is_length && count >= 0 ? engaged_clock() : NULL;
    if (!clock) return real()->select(count, readable, writable, exceptional, timeout);
    struct timespec length = {.tv_sec = timeout->tv_sec, .tv_nsec = timeout->tv_usec * 1000};
    int64_t deadline = deadline_after(clock, &length);
    struct sets sets = {count, readable, writable, exceptional};
    int ready = select_until(clock, &sets, deadline, NULL);
    int64_t left = deadline - page_clock_now(clock);
    if (left < 0) left = 0;
    timeout->tv_sec = left / 1000000;
    timeout->tv_usec = left % 1000000;
    return ready;
}
