// Ends the process with the recorder.
#ifndef PAGE_CLOCK_ENDING_H
#define PAGE_CLOCK_ENDING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Whether the recorder no longer advances the time, so that this process must end: its waiting
/// threads would never wake.
///
/// \param file The shared memory's file, or negative.
bool must_end(const struct page_clock *clock, int file);

#pragma GCC visibility pop

#endif
