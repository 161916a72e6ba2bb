// Threads that wait for time in a busy loop.
#ifndef PAGE_CLOCK_SPINNING_H
#define PAGE_CLOCK_SPINNING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Notes that the calling thread is about to read the time.
///
/// A thread that has read the same time too often is waiting for it to pass, so it sleeps here
/// for a millisecond of the page's time; in GLib's own code, only at the next `note_iteration`.
void note_read(struct page_clock *clock);

/// Notes that the calling thread's loop polls without waiting.
void note_iteration(struct page_clock *clock);

#pragma GCC visibility pop

#endif
