// Ending with the recorder.
#ifndef PAGE_CLOCK_ENDING_H
#define PAGE_CLOCK_ENDING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Whether nobody moves the time any more, so that this process has to end:
/// its sleepers wait for a time that does not come.
///
/// \param file The shared page's file, or negative.
bool must_end(const struct page_clock *clock, int file);

#pragma GCC visibility pop

#endif
