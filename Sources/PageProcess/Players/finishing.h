// When a player has finished a change.
#ifndef PAGE_CLOCK_FINISHING_H
#define PAGE_CLOCK_FINISHING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// GStreamer's states (`GstState`). A player starts in `READY`, and has a picture from `PAUSED` on. `KEEPS` is no next
/// state.
enum player_state { PLAYER_KEEPS = 0, PLAYER_READY = 2, PLAYER_PAUSED = 3 };

/// GStreamer's results of a change of state (`GstStateChangeReturn`).
enum player_result { PLAYER_FAILED = 0, PLAYER_SUCCEEDED = 1, PLAYER_CHANGES = 2 };

/// Gets ready for a change of a player's state.
///
/// \returns A number for `note_change`: 0 unless the player starts, on the main thread and on the page's clock.
uint32_t begin_start(void *element, int state);

/// Notes that a player changes, and sends messages when it has finished.
///
/// \param number A number of GStreamer's that theirs will exceed; 0 if there is nothing to note.
/// \param state The player's state until then.
void note_change(void *element, uint32_t number, enum player_state state);

#pragma GCC visibility pop

#endif
