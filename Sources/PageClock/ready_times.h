// The exact times of GLib's sources.
#ifndef PAGE_CLOCK_READY_TIMES_H
#define PAGE_CLOCK_READY_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Finds the earliest source that is ready later than one time and not later
/// than another, both as its thread sees the time.
///
/// \param due When it is ready, on the clock.
/// \returns Whether there is one.
bool find_ready_time(int64_t after, int64_t latest, int64_t *due);

#pragma GCC visibility pop

#endif
