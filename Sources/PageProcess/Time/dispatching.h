// The order in which the main thread runs functions that other threads dispatch.
#ifndef PAGE_CLOCK_DISPATCHING_H
#define PAGE_CLOCK_DISPATCHING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Dispatches the next waiting function to the main loop, which wakes the loop.
///
/// The main thread calls this before it polls.
///
/// \param is_idle Whether no source of the loop is ready.
void deliver_function(bool is_idle);

#pragma GCC visibility pop

#endif
