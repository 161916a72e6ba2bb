// The library has one function, which PageProcess looks up by its name.
#ifndef PAGEREEL_PAGE_SOUND_PLUGIN_H
#define PAGEREEL_PAGE_SOUND_PLUGIN_H

#include <stdbool.h>

/// Registers the sink with GStreamer, in this process only.
///
/// GStreamer must be initialized. `autoaudiosink`, which WebKit uses for all sound, then takes this
/// sink without probing any device.
///
/// \returns Whether GStreamer accepted the sink.
bool page_sound_register(void);

#endif
