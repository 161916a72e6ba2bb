// The audio sink of pages: passes each buffer to the recorder, at its time on the page's clock.
#include "sink.h"

#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>

#include "stream.h"

typedef struct {
    GstBaseSink parent;
    struct stream stream;
    /// The samples of the last buffer and their running time; what a pause interrupts of it is heard
    /// when the pause ends. Guarded by the preroll lock.
    GByteArray *last;
    GstClockTime last_running;
    /// The running time at which the last buffer ends; GST_CLOCK_TIME_NONE before the first one. Guarded by
    /// the preroll lock.
    GstClockTime end_running;
    /// The running time at which the stream was paused; GST_CLOCK_TIME_NONE while it plays.
    GstClockTime paused_at;
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

/// The largest gap or overlap that is no more than an inaccurate time stamp, as in the sinks of devices
/// (GstAudioBaseSink, "alignment-threshold").
#define ALIGNMENT (40 * GST_MSECOND)

/// The running time at which a buffer is heard.
///
/// At another speed it is heard right after the one before: scaletempo shifts the pieces that it joins, and
/// its time stamps are up to some milliseconds away from their ends.
static GstClockTime align(PageSoundSink *sink, GstClockTime running, size_t count) {
    bool is_joined = GST_BASE_SINK(sink)->segment.applied_rate != 1 && GST_CLOCK_TIME_IS_VALID(sink->end_running)
                     && ABS(GST_CLOCK_DIFF(sink->end_running, running)) < ALIGNMENT;
    if (is_joined) running = sink->end_running;
    sink->end_running = running + gst_util_uint64_scale(count, GST_SECOND, PAGE_SOUND_RATE);
    return running;
}

static GstFlowReturn render(GstBaseSink *base, GstBuffer *buffer) {
    PageSoundSink *sink = sink_of(base);
    const GstSegment *segment = &base->segment;
    if (segment->format != GST_FORMAT_TIME || !GST_BUFFER_PTS_IS_VALID(buffer)) return GST_FLOW_OK;
    // GStreamer's scaletempo, which WebKit puts before each sink, turns other speeds into this one.
    if (segment->rate != 1) return GST_FLOW_OK;
    GstBuffer *clipped = gst_audio_buffer_clip(gst_buffer_ref(buffer), segment, PAGE_SOUND_RATE, BYTES_PER_SAMPLE);
    if (!clipped) return GST_FLOW_OK;
    GstClockTime running = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(clipped));
    GST_OBJECT_LOCK(sink);
    GstClockTime base_time = GST_ELEMENT(sink)->base_time;
    GST_OBJECT_UNLOCK(sink);
    bool goes_on = true;
    GstMapInfo map;
    if (GST_CLOCK_TIME_IS_VALID(running) && gst_buffer_map(clipped, &map, GST_MAP_READ)) {
        running = align(sink, running, map.size / BYTES_PER_SAMPLE);
        g_byte_array_set_size(sink->last, 0);
        g_byte_array_append(sink->last, map.data, map.size);
        sink->last_running = running;
        goes_on = stream_write(
            &sink->stream, (int64_t)(base_time + running), (const float *)map.data, map.size / BYTES_PER_SAMPLE);
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

/// The page's time, or GST_CLOCK_TIME_NONE.
static GstClockTime time_now(PageSoundSink *sink) {
    GstClock *clock = gst_element_get_clock(GST_ELEMENT(sink));
    if (!clock) return GST_CLOCK_TIME_NONE;
    GstClockTime now = gst_clock_get_time(clock);
    gst_object_unref(clock);
    return now;
}

/// Withdraws what would be heard from now on.
static void interrupt(PageSoundSink *sink) {
    GstClockTime now = time_now(sink);
    if (!GST_CLOCK_TIME_IS_VALID(now)) return;
    stream_cut(&sink->stream, (int64_t)now);
    GstClockTime base_time = gst_element_get_base_time(GST_ELEMENT(sink));
    sink->paused_at = now > base_time ? now - base_time : 0;
}

/// Sends the rest of the buffer that a pause has interrupted.
static void go_on(PageSoundSink *sink) {
    GstClockTime from = sink->paused_at;
    sink->paused_at = GST_CLOCK_TIME_NONE;
    if (!GST_CLOCK_TIME_IS_VALID(from) || from < sink->last_running) return;
    size_t count = sink->last->len / BYTES_PER_SAMPLE;
    size_t heard = gst_util_uint64_scale_ceil(from - sink->last_running, PAGE_SOUND_RATE, GST_SECOND);
    if (heard >= count) return;
    GstClockTime running = sink->last_running + gst_util_uint64_scale(heard, GST_SECOND, PAGE_SOUND_RATE);
    stream_write(
        &sink->stream, (int64_t)(gst_element_get_base_time(GST_ELEMENT(sink)) + running),
        (const float *)sink->last->data + heard * PAGE_SOUND_CHANNELS, count - heard);
}

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    PageSoundSink *sink = (PageSoundSink *)element;
    GstBaseSink *base = GST_BASE_SINK(element);
    if (transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING) {
        GST_BASE_SINK_PREROLL_LOCK(base);
        go_on(sink);
        GST_BASE_SINK_PREROLL_UNLOCK(base);
    }
    GstStateChangeReturn result = GST_ELEMENT_CLASS(page_sound_sink_parent_class)->change_state(element, transition);
    if (transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED) {
        // No buffer is rendered meanwhile.
        GST_BASE_SINK_PREROLL_LOCK(base);
        interrupt(sink);
        GST_BASE_SINK_PREROLL_UNLOCK(base);
    }
    return result;
}

static gboolean handle_event(GstBaseSink *base, GstEvent *event) {
    PageSoundSink *sink = sink_of(base);
    bool is_flush = GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP;
    if (is_flush) {
        // After a seek: the streaming thread has stopped.
        GST_BASE_SINK_PREROLL_LOCK(base);
        if (!GST_CLOCK_TIME_IS_VALID(sink->paused_at)) interrupt(sink);
        sink->paused_at = GST_CLOCK_TIME_NONE;
        g_byte_array_set_size(sink->last, 0);
        sink->end_running = GST_CLOCK_TIME_NONE;
        GST_BASE_SINK_PREROLL_UNLOCK(base);
    }
    return GST_BASE_SINK_CLASS(page_sound_sink_parent_class)->event(base, event);
}

static gboolean stop(GstBaseSink *base) {
    PageSoundSink *sink = sink_of(base);
    stream_release(&sink->stream);
    g_byte_array_set_size(sink->last, 0);
    sink->paused_at = GST_CLOCK_TIME_NONE;
    sink->end_running = GST_CLOCK_TIME_NONE;
    return TRUE;
}

static void finalize(GObject *object) {
    g_byte_array_unref(((PageSoundSink *)object)->last);
    G_OBJECT_CLASS(page_sound_sink_parent_class)->finalize(object);
}

static void page_sound_sink_class_init(PageSoundSinkClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    gst_element_class_add_static_pad_template(element, &pad_template);
    gst_element_class_set_static_metadata(
        element, "pagereel's audio sink", "Sink/Audio", "Passes a page's sound to the recorder", "pagereel");
    GstBaseSinkClass *base = GST_BASE_SINK_CLASS(class);
    element->change_state = change_state;
    G_OBJECT_CLASS(class)->finalize = finalize;
    base->render = render;
    base->event = handle_event;
    base->unlock = unlock;
    base->unlock_stop = unlock_stop;
    base->stop = stop;
}

static void page_sound_sink_init(PageSoundSink *sink) {
    sink->last = g_byte_array_new();
    sink->paused_at = GST_CLOCK_TIME_NONE;
    sink->end_running = GST_CLOCK_TIME_NONE;
    // Nothing is dropped for being late, and WebKit is never asked to skip any sound.
    gst_base_sink_set_max_lateness(GST_BASE_SINK(sink), -1);
    gst_base_sink_set_qos_enabled(GST_BASE_SINK(sink), FALSE);
}
