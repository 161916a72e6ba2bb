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

/// Records that the main loop displays a page without layers (WebKitGTK 2.54 and later).
///
/// If the refresh ends with its picture, the main loop does not display again before the next refresh.
void note_painting(const struct page_clock *clock);

/// Releases the source that waits for a refresh, if the recorder has released the refresh, and the
/// compositor, if the recorder lets it compose.
void release_display(struct page_clock *clock);

#pragma GCC visibility pop

#endif
