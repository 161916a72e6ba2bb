// Threads that wait for time by reading it again and again.
#ifndef PAGE_CLOCK_SPINNING_H
#define PAGE_CLOCK_SPINNING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Notes that the calling thread is about to read the time.
///
/// A thread that has read the same time for so often waits for it to pass; it
/// sleeps here for a millisecond of the page's time.
void note_read(struct page_clock *clock);

#pragma GCC visibility pop

#endif
