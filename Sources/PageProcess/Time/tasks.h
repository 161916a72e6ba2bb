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

#pragma GCC visibility pop

#endif
