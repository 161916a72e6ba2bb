// Threads that wait for the page's time, and how to wake them.
#ifndef PAGE_CLOCK_WAITING_H
#define PAGE_CLOCK_WAITING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// What a thread sleeps on, so that it can be woken.
enum wait_kind {
    /// The thread's event descriptor, among those it polls.
    WAIT_POLL,
    /// A pthread_cond_t.
    WAIT_CONDITION,
    /// A futex word of the caller, private to the process.
    WAIT_PRIVATE_FUTEX,
    /// A futex word of the caller, shared between processes.
    WAIT_SHARED_FUTEX,
    /// The thread's own futex word.
    WAIT_SLEEP,
    /// Slices of real time, after each of which the thread checks the clock.
    WAIT_SLICED,
};

/// The result of `begin_wait`.
enum wait_state {
    /// Registered: wait, then call `end_wait`.
    WAIT_BEGUN,
    /// The deadline has passed; nothing is registered.
    WAIT_IS_OVER,
    /// Not registered, because too many threads wait. Sleep for `SLICE` of real time and check
    /// the clock again.
    WAIT_UNWATCHED,
};

/// A slice of real time in nanoseconds, for threads that cannot be woken.
enum { SLICE = 1000000 };

/// A time-out that never comes, for futexes. With a time-out, the kernel ends the wait at any
/// handled signal; without one, it would restart the wait after a handler with SA_RESTART.
static const struct timespec no_end = {.tv_sec = INT_MAX};

/// Registers that the calling thread is about to wait.
///
/// From here to `end_wait` the thread is woken once its deadline has passed, repeatedly until
/// it has left.
///
/// \param target The condition or futex word, valid until `end_wait`.
enum wait_state begin_wait(struct page_clock *clock, enum wait_kind kind, void *target, int64_t deadline);

/// Registers that the calling thread has left its wait.
void end_wait(struct page_clock *clock);

/// The calling thread's descriptor that becomes readable when a `WAIT_POLL` ends; negative on
/// failure.
int wait_event(void);

/// The word that a `WAIT_SLEEP` waits on while it is 0.
uint32_t *wait_word(void);

/// Whether the clock ended the calling thread's last wait.
bool was_woken_by_clock(void);

#pragma GCC visibility pop

#endif
