// The exact ready times of GLib's sources.
#ifndef PAGE_CLOCK_READY_TIMES_H
#define PAGE_CLOCK_READY_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct page_clock;

/// The ready time of a source.
struct ready_time {
    /// In its thread's time, in microseconds.
    int64_t ready;
    /// On the clock, in nanoseconds.
    int64_t due;
};

/// Finds the earliest source that is ready after `after` and not later than `latest`, both in
/// its thread's time.
///
/// \returns Whether there is one.
bool find_ready_time(int64_t after, int64_t latest, struct ready_time *time);

/// The clock time in microseconds at which a source's thread wakes.
int64_t wake_time(const struct ready_time *time);

/// Nudges the calling thread's time to a source's ready time, if that has come.
void see_ready_time(const struct page_clock *clock, const struct ready_time *time);

#pragma GCC visibility pop

#endif
