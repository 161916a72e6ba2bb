// Who waits until when, and how each of them is woken.
#ifndef PAGE_CLOCK_WAITING_H
#define PAGE_CLOCK_WAITING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// What a thread sleeps on, so that it can be woken.
enum wait_kind {
    /// The thread's own event descriptor, among those that it polls.
    WAIT_POLL,
    /// A pthread_cond_t.
    WAIT_CONDITION,
    /// A futex word of the caller's, private to the process.
    WAIT_PRIVATE_FUTEX,
    /// A futex word of the caller's, shared between processes.
    WAIT_SHARED_FUTEX,
    /// The thread's own futex word.
    WAIT_SLEEP,
    /// Slices of real time, after each of which the thread looks at the clock.
    WAIT_SLICED,
};

/// What became of the wish to wait.
enum wait_state {
    /// Wait, then call `end_wait`.
    WAIT_BEGUN,
    /// The deadline has come; nothing is written down.
    WAIT_IS_OVER,
    /// Nobody can wake the thread: too many wait. Sleep for `SLICE` of real
    /// time and look at the clock again.
    WAIT_UNWATCHED,
};

/// A slice of real time in nanoseconds, for threads that nobody can wake.
enum { SLICE = 1000000 };

/// A time-out that never comes, for futexes. The kernel ends a wait that has
/// one at any handled signal; one without it would begin again after a handler
/// with SA_RESTART.
static const struct timespec no_end = {.tv_sec = INT_MAX};

/// Writes down that the calling thread is about to wait.
///
/// From here to `end_wait` the thread is woken once its deadline has come,
/// again and again until it has left.
///
/// \param target The condition or the futex word, alive until `end_wait`.
enum wait_state begin_wait(struct page_clock *clock, enum wait_kind kind, void *target, int64_t deadline);

/// Writes down that the calling thread has left its wait.
void end_wait(struct page_clock *clock);

/// The descriptor that becomes readable when a `WAIT_POLL` is over; the
/// thread's own. Negative if there is none to be had.
int wait_event(void);

/// The word that a `WAIT_SLEEP` waits on while it is 0.
uint32_t *wait_word(void);

/// Whether the clock ended the calling thread's last wait.
bool was_woken_by_clock(void);

#pragma GCC visibility pop

#endif
