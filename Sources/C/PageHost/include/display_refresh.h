// The virtual display that WebKit sees, and its refreshes.
//
// WebKit looks for the graphics card that drives the screen, and asks it for the refresh rate.
// A thread in the recorder's process, "VBlankMonitor", waits for each refresh; the page's
// process then updates its rendering. This target replaces the few libdrm functions that WebKit
// calls for this, so the recorder decides when a refresh comes and which rate WebKit assumes.
// For other callers and for real cards the functions are unchanged.
#ifndef PAGEREEL_DISPLAY_REFRESH_H
#define PAGEREEL_DISPLAY_REFRESH_H

#include <stdbool.h>

/// Holds each refresh of displays created from now on until it is released.
///
/// \param rate The refresh rate reported to WebKit, above 0. It limits how often WebKit lets
/// parts of the page animate, not when refreshes come.
void display_refresh_hold(unsigned rate);

/// Lets refreshes come at 60 Hz without being released, as initially.
void display_refresh_run(void);

/// Releases one refresh, if one is being held.
///
/// \returns Whether one was held. With nothing to render, WebKit ends the thread or lets it
/// wait for something else.
bool display_refresh_release(void);

/// The file of the program or library that contains this code, or NULL.
const char *display_refresh_image(void);

/// Whether a refresh is being held, so something may need rendering.
bool display_refresh_is_pending(void);

#endif
