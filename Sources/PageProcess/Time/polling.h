// Waiting for descriptors by the page's time.
#ifndef PAGE_CLOCK_POLLING_H
#define PAGE_CLOCK_POLLING_H

#include <poll.h>
#include <signal.h>

#include "page.h"

#pragma GCC visibility push(hidden)

/// Polls until a descriptor is ready or the page's time has come.
///
/// The thread's own event descriptor is polled along with the caller's.
///
/// \param deadline On the shared clock, in microseconds.
/// \param mask Blocked signals during the wait, or nothing.
/// \returns What poll(2) does.
int poll_until(
    struct page_clock *clock, struct pollfd *descriptors, nfds_t count, int64_t deadline, const sigset_t *mask);

#pragma GCC visibility pop

#endif
