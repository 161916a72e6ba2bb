// Notices videos whose transparency GStreamer cannot decode.
#ifndef PAGEREEL_PAGE_SOUND_TRANSPARENCY_H
#define PAGEREEL_PAGE_SOUND_TRANSPARENCY_H

#pragma GCC visibility push(hidden)

/// Begins to watch the streams that demultiplexers find; call once, after the initialization of GStreamer.
void transparency_watch(void);

#pragma GCC visibility pop

#endif
