#include "transparency.h"

#include <gst/gst.h>

#include "stream.h"

/// The element that splits a stream of VP8 or VP9 into picture and transparency. It is in GStreamer's plugin codecalpha,
/// and without it the stream is decoded as an opaque one.
static const char splitter[] = "codecalphademux";

/// How the page shows a stream; 0 if it has no transparency.
static enum page_sound_video video_of(GstPad *pad) {
    GstCaps *caps = gst_pad_query_caps(pad, NULL);
    enum page_sound_video video = PAGE_SOUND_OPAQUE_VIDEO;
    if (caps && !gst_caps_is_empty(caps) && !gst_caps_is_any(caps)) {
        const GstStructure *kind = gst_caps_get_structure(caps, 0);
        gboolean has_alpha = FALSE;
        if (gst_structure_get_boolean(kind, "codec-alpha", &has_alpha) && has_alpha) {
            GstElementFactory *factory = gst_element_factory_find(splitter);
            if (factory) gst_object_unref(factory);
            // As measured with WebKitGTK 2.50.6: of VP9, it shows an opaque picture even then.
            bool is_shown = factory && gst_structure_has_name(kind, "video/x-vp8");
            video = is_shown ? PAGE_SOUND_VIDEO_FOR_LAYERS : PAGE_SOUND_VIDEO_MADE_OPAQUE;
        }
    }
    if (caps) gst_caps_unref(caps);
    return video;
}

/// Whether an element splits a file into its streams.
///
/// Bins of a player add pads while they are being created, and querying such a pad is a critical error in
/// GStreamer (its plugin playback).
static bool is_demultiplexer(GstElement *element) {
    GstElementFactory *factory = gst_element_get_factory(element);
    return factory && gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DEMUXER);
}

static gboolean on_pad(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
    (void)hint, (void)data;
    GstPad *pad = count > 1 ? g_value_get_object(&values[1]) : NULL;
    bool is_stream = pad && GST_PAD_IS_SRC(pad) && is_demultiplexer(g_value_get_object(&values[0]));
    if (is_stream) stream_note_video(video_of(pad));
    return TRUE;
}

void transparency_watch(void) {
    g_signal_add_emission_hook(g_signal_lookup("pad-added", GST_TYPE_ELEMENT), 0, on_pad, NULL, NULL);
}
