// The exact times of GLib's sources.
#ifndef PAGE_CLOCK_READY_TIMES_H
#define PAGE_CLOCK_READY_TIMES_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/// The earliest time in microseconds that a source was given, later than one
/// time and not later than another; the other if there is none.
int64_t ready_time_between(int64_t after, int64_t latest);

#pragma GCC visibility pop

#endif
