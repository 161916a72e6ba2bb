// The order of what other threads have the main thread do.
#ifndef PAGE_CLOCK_DISPATCHING_H
#define PAGE_CLOCK_DISPATCHING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Passes the next function of another thread to the main loop, which ends the loop's wait;
/// called by the main thread before it polls.
///
/// \param is_idle Whether no source of the loop is ready.
void deliver_function(bool is_idle);

#pragma GCC visibility pop

#endif
