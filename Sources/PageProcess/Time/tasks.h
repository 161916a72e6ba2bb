// The tasks of the main thread.
#ifndef PAGE_CLOCK_TASKS_H
#define PAGE_CLOCK_TASKS_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Notes that a GLib source does not become ready any more.
///
/// If its task begins on the main thread, after something was displayed at this refresh, it waits for the
/// picture.
void begin_task(struct page_clock *clock, void *source);

/// Notes that the calling thread, the compositor's, begins to compose.
void begin_composition(struct page_clock *clock);

/// Notes that the calling thread begins to poll, so that its composition is complete. Releases the task that waits for
/// it.
void end_composition(struct page_clock *clock);

#pragma GCC visibility pop

#endif
