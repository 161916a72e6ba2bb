// The audio sink of pages.
#ifndef PAGEREEL_PAGE_SOUND_SINK_H
#define PAGEREEL_PAGE_SOUND_SINK_H

#include <gst/gst.h>

#pragma GCC visibility push(hidden)

/// The sink's type.
GType page_sound_sink_get_type(void);

#pragma GCC visibility pop

#endif
