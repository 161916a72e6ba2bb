// Limits displaying changes to display refreshes.
#ifndef PAGE_CLOCK_DISPLAYING_H
#define PAGE_CLOCK_DISPLAYING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Checks a GLib source that is about to get a ready time.
///
/// \param time The source's ready time; negative for none.
/// \returns Whether the source must wait, for the next display refresh or until the page is idle. It then has no ready
/// time, and must not get one.
bool holds_display(struct page_clock *clock, void *source, int64_t time);

/// Notes that a page without layers displays something from its main loop, from WebKitGTK 2.54 on.
///
/// It displays nothing else at this refresh, if that ends with its picture.
void note_painting(const struct page_clock *clock);

/// Releases the source that waits for a refresh, if the recorder has released the refresh, and the
/// compositor, if the recorder lets it compose.
void release_display(struct page_clock *clock);

#pragma GCC visibility pop

#endif
