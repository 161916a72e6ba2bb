// When the page displays what has changed.
#ifndef PAGE_CLOCK_DISPLAYING_H
#define PAGE_CLOCK_DISPLAYING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Notes that a GLib source is about to be given a ready time.
///
/// \param time The source's ready time; negative if it is to wait for none.
/// \returns Whether the source has to wait for the display's next refresh; it
///     has no ready time then, and must not be given one.
bool holds_display(struct page_clock *clock, void *source, int64_t time);

/// Lets the source go that waits for a refresh, if the recorder says so.
void release_display(struct page_clock *clock);

#pragma GCC visibility pop

#endif
