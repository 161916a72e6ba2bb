// Polling descriptors by the page's time.
#ifndef PAGE_CLOCK_POLLING_H
#define PAGE_CLOCK_POLLING_H

#include <poll.h>
#include <signal.h>

#include "page.h"

#pragma GCC visibility push(hidden)

/// Polls until a descriptor is ready or the page's time reaches the deadline.
///
/// The thread's event descriptor is polled along with the caller's.
///
/// \param deadline On the shared clock, in microseconds.
/// \param mask Signals blocked during the wait, or NULL.
/// \returns The result of poll(2).
int poll_until(
    struct page_clock *clock, struct pollfd *descriptors, nfds_t count, int64_t deadline, const sigset_t *mask);

#pragma GCC visibility pop

#endif
