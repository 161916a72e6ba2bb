// The audio sink of pages: passes each buffer to the recorder, at its time on the page's clock.
#include "sink.h"

#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>
#include <string.h>

#include "stream.h"

typedef struct {
    GstBaseSink parent;
    struct stream stream;
    /// Resamples sound that plays faster or slower without keeping its pitch; NULL at normal speed.
    GstAudioConverter *converter;
    /// The speed for which `converter` was made.
    double rate;
} PageSoundSink;

typedef struct {
    GstBaseSinkClass parent;
} PageSoundSinkClass;

G_DEFINE_TYPE(PageSoundSink, page_sound_sink, GST_TYPE_BASE_SINK)

enum { BYTES_PER_SAMPLE = sizeof(float) * PAGE_SOUND_CHANNELS };

/// WebKit converts and resamples to this format.
#define CAPS                                                                                      \
    "audio/x-raw, format=(string)" GST_AUDIO_NE(F32) ", layout=(string)interleaved, rate=(int)48000, channels=(int)2"

static GstStaticPadTemplate pad_template = GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(CAPS));

static PageSoundSink *sink_of(GstBaseSink *base) { return (PageSoundSink *)base; }

static void forget_converter(PageSoundSink *sink) {
    g_clear_pointer(&sink->converter, gst_audio_converter_free);
    sink->rate = 1;
}

/// Prepares the conversion of sound that plays at another speed.
static bool prepare_converter(PageSoundSink *sink, double rate) {
    if (sink->converter && sink->rate == rate) return true;
    forget_converter(sink);
    GstAudioInfo input, output;
    gst_audio_info_init(&input);
    gst_audio_info_init(&output);
    gst_audio_info_set_format(&output, GST_AUDIO_FORMAT_F32, PAGE_SOUND_RATE, PAGE_SOUND_CHANNELS, NULL);
    gst_audio_info_set_format(&input, GST_AUDIO_FORMAT_F32, (int)(PAGE_SOUND_RATE * rate + 0.5), PAGE_SOUND_CHANNELS, NULL);
    sink->converter = gst_audio_converter_new(GST_AUDIO_CONVERTER_FLAG_NONE, &input, &output, NULL);
    sink->rate = rate;
    return sink->converter != NULL;
}

/// Sends the samples of a clipped buffer.
static bool send(PageSoundSink *sink, int64_t start, double rate, void *samples, size_t count) {
    if (rate == 1) {
        forget_converter(sink);
        return stream_write(&sink->stream, start, samples, count);
    }
    if (!prepare_converter(sink, rate)) return true;
    // The first samples out of the resampler belong to earlier input.
    size_t delay = gst_audio_converter_get_max_latency(sink->converter);
    size_t converted = gst_audio_converter_get_out_frames(sink->converter, count);
    float *output = g_malloc(MAX(converted, 1) * BYTES_PER_SAMPLE);
    gst_audio_converter_samples(sink->converter, GST_AUDIO_CONVERTER_FLAG_NONE, &samples, count, (gpointer *)&output, converted);
    int64_t earlier = (int64_t)((double)delay / (PAGE_SOUND_RATE * rate) * GST_SECOND);
    bool goes_on = stream_write(&sink->stream, start - earlier, output, converted);
    g_free(output);
    return goes_on;
}

static GstFlowReturn render(GstBaseSink *base, GstBuffer *buffer) {
    PageSoundSink *sink = sink_of(base);
    const GstSegment *segment = &base->segment;
    if (segment->format != GST_FORMAT_TIME || !GST_BUFFER_PTS_IS_VALID(buffer)) return GST_FLOW_OK;
    // Sound that plays backwards is not heard.
    if (segment->rate <= 0) return GST_FLOW_OK;
    GstBuffer *clipped = gst_audio_buffer_clip(gst_buffer_ref(buffer), segment, PAGE_SOUND_RATE, BYTES_PER_SAMPLE);
    if (!clipped) return GST_FLOW_OK;
    GstClockTime running = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(clipped));
    GST_OBJECT_LOCK(sink);
    GstClockTime base_time = GST_ELEMENT(sink)->base_time;
    GST_OBJECT_UNLOCK(sink);
    bool goes_on = true;
    GstMapInfo map;
    if (GST_CLOCK_TIME_IS_VALID(running) && gst_buffer_map(clipped, &map, GST_MAP_READ)) {
        goes_on = send(sink, (int64_t)(base_time + running), segment->rate, map.data, map.size / BYTES_PER_SAMPLE);
        gst_buffer_unmap(clipped, &map);
    }
    gst_buffer_unref(clipped);
    return goes_on ? GST_FLOW_OK : GST_FLOW_FLUSHING;
}

static gboolean unlock(GstBaseSink *base) {
    stream_set_flushing(&sink_of(base)->stream, true);
    return TRUE;
}

static gboolean unlock_stop(GstBaseSink *base) {
    stream_set_flushing(&sink_of(base)->stream, false);
    return TRUE;
}

static gboolean stop(GstBaseSink *base) {
    stream_release(&sink_of(base)->stream);
    forget_converter(sink_of(base));
    return TRUE;
}

static void page_sound_sink_class_init(PageSoundSinkClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    gst_element_class_add_static_pad_template(element, &pad_template);
    gst_element_class_set_static_metadata(
        element, "pagereel's audio sink", "Sink/Audio", "Passes a page's sound to the recorder", "pagereel");
    GstBaseSinkClass *base = GST_BASE_SINK_CLASS(class);
    base->render = render;
    base->unlock = unlock;
    base->unlock_stop = unlock_stop;
    base->stop = stop;
}

static void page_sound_sink_init(PageSoundSink *sink) {
    sink->rate = 1;
    // Nothing is dropped for being late, and WebKit is never asked to skip any sound.
    gst_base_sink_set_max_lateness(GST_BASE_SINK(sink), -1);
    gst_base_sink_set_qos_enabled(GST_BASE_SINK(sink), FALSE);
}
