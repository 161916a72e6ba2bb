// Players and audio contexts that change their state.
#ifndef PAGE_CLOCK_STARTING_H
#define PAGE_CLOCK_STARTING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Whether the process has had a player or an audio context.
bool has_players(void);

/// Whether a wait of the calling thread for a condition must not take the page's time.
///
/// Such a wait ends once everything else on the page is idle (`wait_for_turn`).
///
/// \param deadline What the thread asked for, on the shared clock.
bool takes_no_time(const struct page_clock *clock, int64_t deadline);

#pragma GCC visibility pop

#endif
