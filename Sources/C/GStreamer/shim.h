// The GStreamer headers of an audio sink.
#ifndef PAGEREEL_CGSTREAMER_SHIM_H
#define PAGEREEL_CGSTREAMER_SHIM_H

#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>
#include <gst/gst.h>

#endif
