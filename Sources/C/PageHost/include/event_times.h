// The time stamps of the events that the recorder sends to a page.
//
// WebKit stamps an event in the recorder's process with its own wall clock (from 2.54 on, its
// monotonic clock), and the page's process compares that with the page's. On the virtual clock the
// two have nothing to do with each other. This target replaces WebKit's functions that read these
// clocks.
#ifndef PAGEREEL_EVENT_TIMES_H
#define PAGEREEL_EVENT_TIMES_H

/// Sets the times that WebKit reads on this thread.
///
/// \param wall Seconds since 1970; 0 for the machine's time, as initially.
/// \param monotonic Seconds of `CLOCK_MONOTONIC` in the page's process; 0 for the machine's time.
void event_times_set(double wall, double monotonic);

#endif
