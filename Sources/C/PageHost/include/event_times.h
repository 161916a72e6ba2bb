// The time stamps of the events that the recorder sends to a page.
//
// WebKit stamps an event in the recorder's process with its own wall clock, and the page's process
// compares that with the page's. On the virtual clock the two have nothing to do with each other.
// This target replaces WebKit's function that reads the wall clock.
#ifndef PAGEREEL_EVENT_TIMES_H
#define PAGEREEL_EVENT_TIMES_H

/// Sets the wall time that WebKit reads on this thread.
///
/// \param seconds Seconds since 1970; 0 for the machine's time, as initially.
void event_times_set(double seconds);

#endif
