#include "transparency.h"

#include <gst/gst.h>

#include "stream.h"

/// The element that splits a stream of VP8 or VP9 into picture and transparency. It is in GStreamer's plugin codecalpha,
/// and without it the stream is decoded as an opaque one.
static const char splitter[] = "codecalphademux";

static gboolean is_transparent(GstPad *pad) {
    GstCaps *caps = gst_pad_query_caps(pad, NULL);
    gboolean value = FALSE;
    if (caps && !gst_caps_is_empty(caps) && !gst_caps_is_any(caps)) {
        gst_structure_get_boolean(gst_caps_get_structure(caps, 0), "codec-alpha", &value);
    }
    if (caps) gst_caps_unref(caps);
    return value;
}

static gboolean on_pad(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    (void)hint, (void)data;
    GstPad *pad = count > 1 ? g_value_get_object(&values[1]) : NULL;
    if (!pad || !GST_PAD_IS_SRC(pad) || !is_transparent(pad)) return TRUE;
    GstElementFactory *factory = gst_element_factory_find(splitter);
    if (factory) gst_object_unref(factory);
    else stream_note_opaque_video();
    return TRUE;
}

void transparency_watch(void) {
    g_signal_add_emission_hook(g_signal_lookup("pad-added", GST_TYPE_ELEMENT), 0, on_pad, NULL, NULL);
}
