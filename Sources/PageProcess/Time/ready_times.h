// The exact times of GLib's sources.
#ifndef PAGE_CLOCK_READY_TIMES_H
#define PAGE_CLOCK_READY_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct page_clock;

/// When a source is ready.
struct ready_time {
    /// As its thread sees the time, in microseconds.
    int64_t ready;
    /// On the clock, in nanoseconds.
    int64_t due;
};

/// Finds the earliest source that is ready later than one time and not later
/// than another, both as its thread sees the time.
///
/// \returns Whether there is one.
bool find_ready_time(int64_t after, int64_t latest, struct ready_time *time);

/// The time of the clock in microseconds at which a source's thread wakes.
int64_t wake_time(const struct ready_time *time);

/// Lets the calling thread see that a source's time has come, if it has.
void see_ready_time(const struct page_clock *clock, const struct ready_time *time);

#pragma GCC visibility pop

#endif
