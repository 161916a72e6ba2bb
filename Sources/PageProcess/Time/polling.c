// poll and ppoll, also as called by programs compiled with _FORTIFY_SOURCE.

// With it, glibc up to 2.39 defines poll and ppoll in its headers, so this file could not.
#undef _FORTIFY_SOURCE

#include "polling.h"

#include <alloca.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dispatching.h"
#include "ready_times.h"
#include "real.h"
#include "spinning.h"
#include "tasks.h"
#include "waiting.h"

/// The maximum number of descriptors copied to the stack. The event loops of a web process poll fewer
/// than ten, and another one for each of the page's sounds.
enum { MOST_ON_STACK = 256 };

/// Whether a call of the main thread comes from its event loop.
///
/// GStreamer polls too, while WebKit waits on the main thread for a player to start. The page
/// handles no events then, and only time may end the wait.
static bool is_event_loop(const void *caller) {
    static _Atomic(const void *) last_player;
    if (caller == atomic_load(&last_player)) return false;
    static _Atomic(const void *) last_loop;
    if (caller == atomic_load(&last_loop)) return true;
    Dl_info library;
    bool is_player = dladdr(caller, &library) != 0 && library.dli_fname && strstr(library.dli_fname, "/libgst");
    atomic_store(is_player ? &last_player : &last_loop, caller);
    return !is_player;
}

/// Notes that a loop begins to poll. If it is the main thread's, passes it the next function of another thread.
///
/// \param is_idle Whether the loop has nothing to do, and waits.
static void begin_iteration(struct page_clock *clock, const void *caller, bool is_idle) {
    end_composition(clock);
    if (!is_idle) note_iteration(clock);
    if (!is_main_thread() || !is_event_loop(caller)) return;
    deliver_function(is_idle);
    note_absence(clock, false);
}

/// Notes that the main thread's event loop has polled; other threads are ignored.
static void end_iteration(struct page_clock *clock, const void *caller) {
    if (is_main_thread() && is_event_loop(caller)) note_absence(clock, true);
}

static int poll_once(struct pollfd *descriptors, nfds_t count, const sigset_t *mask, long nanoseconds) {
    return real()->ppoll(descriptors, count, &(struct timespec){.tv_nsec = nanoseconds}, mask);
}

/// Polls until a time, in slices of real time: slow to respond, but correct.
static int poll_in_slices(
    struct page_clock *clock, struct pollfd *descriptors, nfds_t count, int64_t deadline, const sigset_t *mask) {
    while (true) {
        int ready = poll_once(descriptors, count, mask, SLICE);
        if (ready != 0 || page_clock_now(clock) >= deadline) return ready;
    }
}

/// Polls until a time.
///
/// \param all The descriptors, and at last the event that ends this thread's waits.
static int poll_with_event(
    struct page_clock *clock, struct pollfd *all, nfds_t count, int64_t deadline, const sigset_t *mask) {
    while (true) {
        int ready;
        enum wait_state state = begin_wait(clock, WAIT_POLL, NULL, deadline);
        if (state == WAIT_BEGUN) {
            ready = real()->ppoll(all, count + 1, NULL, mask);
            int error = errno;
            end_wait(clock);
            errno = error;
        } else {
            ready = poll_once(all, count + 1, mask, state == WAIT_IS_OVER ? 0 : SLICE);
        }
        if (ready < 0) return ready;
        if (all[count].revents) {
            uint64_t events;
            (void)!read(all[count].fd, &events, sizeof events);
            all[count].revents = 0;
            ready--;
        }
        if (ready > 0 || page_clock_now(clock) >= deadline) return ready;
    }
}

int poll_until(
    struct page_clock *clock, struct pollfd *descriptors, nfds_t count, int64_t deadline, const sigset_t *mask) {
    if (page_clock_now(clock) >= deadline) return poll_once(descriptors, count, mask, 0);
    int event = wait_event();
    if (event < 0) return poll_in_slices(clock, descriptors, count, deadline, mask);
    size_t size = (count + 1) * sizeof *descriptors;
    struct pollfd *heap = count > MOST_ON_STACK ? malloc(size) : NULL;
    struct pollfd *all = count > MOST_ON_STACK ? heap : alloca(size);
    if (!all) return poll_in_slices(clock, descriptors, count, deadline, mask);
    if (count > 0) memcpy(all, descriptors, count * sizeof *all);
    all[count] = (struct pollfd){.fd = event, .events = POLLIN};
    int ready = poll_with_event(clock, all, count, deadline, mask);
    int error = errno;
    for (nfds_t index = 0; ready >= 0 && index < count; index++) descriptors[index].revents = all[index].revents;
    free(heap);
    errno = error;
    return ready;
}

/// Polls for a duration that ends, in the thread's time, at `latest`.
///
/// GLib's loops round the ready time of their earliest source up to whole milliseconds, or from
/// GLib 2.81 on to microseconds. If WebKit has set an exact time for a source, the thread wakes
/// at that time.
///
/// \param grain The unit in microseconds to which the caller rounds up.
/// \param fallback When the thread wakes if no source's time is known.
static int poll_for(
    struct page_clock *clock, struct pollfd *descriptors, nfds_t count, int64_t latest, int64_t grain,
    int64_t fallback, const sigset_t *mask) {
    struct ready_time time;
    if (!find_ready_time(latest - grain, latest, &time)) return poll_until(clock, descriptors, count, fallback, mask);
    int ready = poll_until(clock, descriptors, count, wake_time(&time), mask);
    int error = errno;
    see_ready_time(clock, &time);
    errno = error;
    return ready;
}

static int poll_for_caller(struct pollfd *descriptors, nfds_t count, int timeout, const void *caller) {
    struct page_clock *clock = engaged_clock();
    if (!clock) return real()->poll(descriptors, count, timeout);
    begin_iteration(clock, caller, timeout != 0);
    int64_t length = timeout * INT64_C(1000);
    int ready = timeout <= 0 ? real()->poll(descriptors, count, timeout)
                             : poll_for(clock, descriptors, count, thread_time(clock) + length, 1000,
                                        page_clock_now(clock) + length, NULL);
    int error = errno;
    end_iteration(clock, caller);
    errno = error;
    return ready;
}

static int ppoll_for_caller(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask,
    const void *caller) {
    struct page_clock *clock = !timeout || is_valid(timeout) ? engaged_clock() : NULL;
    if (!clock) return real()->ppoll(descriptors, count, timeout, mask);
    begin_iteration(clock, caller, !timeout || timeout->tv_sec > 0 || timeout->tv_nsec > 0);
    int ready;
    if (timeout && (timeout->tv_sec > 0 || timeout->tv_nsec > 0)) {
        int64_t due = deadline_after(clock, timeout);
        int64_t latest = due == PAGE_CLOCK_NEVER ? due : due + thread_time(clock) - page_clock_now(clock);
        ready = poll_for(clock, descriptors, count, latest, 1, due, mask);
    } else {
        ready = real()->ppoll(descriptors, count, timeout, mask);
    }
    int error = errno;
    end_iteration(clock, caller);
    errno = error;
    return ready;
}

INTERPOSED int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    return poll_for_caller(descriptors, count, timeout, __builtin_return_address(0));
}

INTERPOSED int ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    return ppoll_for_caller(descriptors, count, timeout, mask, __builtin_return_address(0));
}

/// The variants that the compiler calls if it knows the size of the array (glibc,
/// debug/poll_chk.c).
INTERPOSED int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout, size_t size) {
    if (size / sizeof *descriptors < count) abort();
    return poll_for_caller(descriptors, count, timeout, __builtin_return_address(0));
}

INTERPOSED int __ppoll_chk(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t size) {
    if (size / sizeof *descriptors < count) abort();
    return ppoll_for_caller(descriptors, count, timeout, mask, __builtin_return_address(0));
}
