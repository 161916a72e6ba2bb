// The refreshes of the display that WebKit believes in.
//
// Off screen WebKit makes them itself: a thread of the recorder's process,
// "VBlankMonitor", sleeps for a sixtieth of a second and then lets the page's
// process update its rendering. This target defines `nanosleep`, which that
// thread calls, so that the thread can be held there until the recorder wants
// a refresh. All other sleeps of the process stay as they are.
#ifndef PAGEREEL_DISPLAY_REFRESH_H
#define PAGEREEL_DISPLAY_REFRESH_H

#include <stdbool.h>

/// Holds each refresh from now on until it is asked for; or lets them come by
/// themselves again, sixty in a second.
void display_refresh_hold(bool is_held);

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
