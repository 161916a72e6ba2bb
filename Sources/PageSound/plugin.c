// The GStreamer plugin with the sink; registered by page_sound_register, so no plugin folder holds it.
#include "PageSound.h"

#include <gst/gst.h>

#include "sink.h"
#include "transparency.h"

/// Above every sink of a device, whose ranks end at GST_RANK_PRIMARY.
enum { RANK = GST_RANK_PRIMARY + 256 };

static gboolean initialize(GstPlugin *plugin) {
    return gst_element_register(plugin, "pagereelaudiosink", RANK, page_sound_sink_get_type());
}

__attribute__((visibility("default"))) bool page_sound_register(void) {
    transparency_watch();
    return gst_plugin_register_static(
        GST_VERSION_MAJOR, GST_VERSION_MINOR, "pagereel", "The sound of pages for pagereel", initialize, "1.0", GST_LICENSE_UNKNOWN,
        "pagereel", "pagereel", "pagereel");
}
