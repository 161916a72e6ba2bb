// Waiting for a futex: syscall. GLib's conditions and GStreamer's clock call
// the kernel by themselves; and so does WebKit for shared memory.
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "pictures.h"
#include "real.h"
#include "waiting.h"

/// Whether a call waits with a time-out; the kernel refuses one that is none.
static bool is_timed_wait(long number, int operation, const struct timespec *timeout) {
    if (number != SYS_futex || !timeout) return false;
    int command = operation & FUTEX_CMD_MASK;
    return (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) && is_valid(timeout);
}

/// Waits as the kernel would, by the page's time.
///
/// FUTEX_WAIT has a relative time-out, FUTEX_WAIT_BITSET an absolute one
/// (futex(2)).
static long wait_until(
    struct page_clock *clock, uint32_t *word, int operation, uint32_t value, const struct timespec *timeout,
    uint32_t bits) {
    bool is_absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
    clockid_t id = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    int64_t deadline = is_absolute ? clock_deadline(clock, id, timeout) : deadline_after(clock, timeout);
    // The kernel counts by its monotonic clock.
    int real_operation = operation & ~FUTEX_CLOCK_REALTIME;
    enum wait_kind kind = operation & FUTEX_PRIVATE_FLAG ? WAIT_PRIVATE_FUTEX : WAIT_SHARED_FUTEX;
    enum wait_state state = begin_wait(clock, kind, word, deadline);
    if (state == WAIT_BEGUN) {
        long result = real()->syscall(SYS_futex, word, real_operation, value, &no_end, NULL, bits);
        int error = errno;
        end_wait(clock);
        errno = error;
        if (result == 0 && was_woken_by_clock() && page_clock_now(clock) >= deadline) {
            errno = ETIMEDOUT;
            return -1;
        }
        return result;
    }
    if (state == WAIT_IS_OVER) {
        nudge_thread(clock);
        // Over at once, be it from now on or from the clock's beginning.
        return real()->syscall(SYS_futex, word, real_operation, value, &(struct timespec){0}, NULL, bits);
    }
    struct timespec slice = {.tv_nsec = SLICE};
    int plain = FUTEX_WAIT | (operation & FUTEX_PRIVATE_FLAG);
    long result = real()->syscall(SYS_futex, word, plain, value, &slice, NULL, 0);
    // A slice that is over is no time-out: a wake-up for no reason.
    if (result < 0 && errno == ETIMEDOUT && page_clock_now(clock) < deadline) return 0;
    return result;
}

/// No call has more than six arguments; those that were not passed are
/// whatever the registers hold, and the kernel does not look at them.
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
    const struct timespec *timeout = (const struct timespec *)d;
    if (is_timed_wait(number, (int)b, timeout)) {
        struct page_clock *clock = engaged_clock();
        if (clock) return wait_until(clock, (uint32_t *)a, (int)b, (uint32_t)c, timeout, (uint32_t)f);
    }
    long result = real()->syscall(number, a, b, c, d, e, f);
    // Only a name that the kernel could read is there to be read.
    if (number == SYS_memfd_create && result >= 0 && strcmp((const char *)a, PICTURE_NAME) == 0) {
        note_memory((int)result);
    }
    return result;
}
