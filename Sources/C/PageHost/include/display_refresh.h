// The display that WebKit believes in, and its refreshes.
//
// WebKit looks for the graphics card that drives the screen, asks it how many
// times a second the screen is refreshed, and has a thread of the recorder's
// process, "VBlankMonitor", wait for each refresh; after it the page's process
// updates its rendering. This target is that card: it stands in for the few
// functions of libdrm that WebKit calls for this, so that the recorder decides
// when a refresh comes and how many a second WebKit counts on. For everybody
// else, and for real cards, they do what they always do.
#ifndef PAGEREEL_DISPLAY_REFRESH_H
#define PAGEREEL_DISPLAY_REFRESH_H

#include <stdbool.h>

/// Holds each refresh of the displays made from now on until it is asked for.
///
/// \param rate How many refreshes a second WebKit is told of, above 0. It says
///     how often WebKit lets parts of the page animate, not when refreshes come.
void display_refresh_hold(unsigned rate);

/// Lets refreshes come by themselves, sixty in a second, as at the beginning.
void display_refresh_run(void);

/// Lets one refresh through, if one is being held.
///
/// \returns Whether there was one: with nothing to render WebKit ends the
/// thread, or has it wait for other things.
bool display_refresh_release(void);

/// The file of the program or library that this code is part of, or NULL.
const char *display_refresh_image(void);

/// Whether a refresh is being held: something may want to render.
bool display_refresh_is_pending(void);

#endif
