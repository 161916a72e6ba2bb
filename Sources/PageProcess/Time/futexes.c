// Futexes, which GLib's conditions and GStreamer's clock use through system calls (calling.c).
#include <errno.h>
#include <stdbool.h>

#include "calling.h"
#include "real.h"
#include "waiting.h"

/// Whether the main thread only checks whether something has happened.
///
/// WebKit waits for 250 ns, which GStreamer rounds up to 1 us, to see whether a player has changed
/// its state (MediaPlayerPrivateGStreamer.cpp, `updateStates`). The page's time stands still while a
/// player works, so such a wait would last until the player has loaded everything; meanwhile the
/// page would get events of a video whose size it cannot know yet.
static bool is_check(bool is_absolute, const struct timespec *timeout) {
    return !is_absolute && timeout->tv_sec == 0 && timeout->tv_nsec <= 1000 && is_main_thread();
}

long wait_for_futex(
    struct page_clock *clock, uint32_t *word, int operation, uint32_t value, const struct timespec *timeout,
    uint32_t bits) {
    bool is_absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
    clockid_t id = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    if (is_check(is_absolute, timeout)) return real()->syscall(SYS_futex, word, operation, value, timeout, NULL, bits);
    int64_t deadline = is_absolute ? clock_deadline(clock, id, timeout) : deadline_after(clock, timeout);
    // `no_end` is a time of the monotonic clock.
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
        // A zero time-out has passed, whether relative or absolute.
        return real()->syscall(SYS_futex, word, real_operation, value, &(struct timespec){0}, NULL, bits);
    }
    struct timespec slice = {.tv_nsec = SLICE};
    int plain = FUTEX_WAIT | (operation & FUTEX_PRIVATE_FLAG);
    long result = real()->syscall(SYS_futex, word, plain, value, &slice, NULL, 0);
    // The end of a slice is not a time-out, but a spurious wakeup.
    if (result < 0 && errno == ETIMEDOUT && page_clock_now(clock) < deadline) return 0;
    return result;
}
