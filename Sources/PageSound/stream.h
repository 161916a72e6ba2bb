// One stream of the page's sound, on its way to the recorder.
#ifndef PAGEREEL_PAGE_SOUND_STREAM_H
#define PAGEREEL_PAGE_SOUND_STREAM_H

#include <page_sound.h>
#include <stdatomic.h>

#pragma GCC visibility push(hidden)

/// A stream; used by its sink's streaming thread, but for `stream_set_flushing`.
struct stream {
    /// The stream's number, from 1; 0 before its first sound.
    uint32_t number;
    /// The ring that the stream owns; NULL while it is silent.
    struct page_sound_ring *ring;
    /// Whether the stream was counted as refused.
    bool is_refused;
    /// Whether a wait for room must end.
    atomic_bool is_flushing;
};

/// Sends samples to the recorder.
///
/// Waits for room if the recorder wants that. Silence is not sent.
///
/// \param start When the first sample is to be heard, in nanoseconds of the page's clock.
/// \param samples Left and right in turn.
/// \param count Samples per channel.
/// \returns Whether the stream may continue; false while it is flushing.
bool stream_write(struct stream *stream, int64_t start, const float *samples, size_t count);

/// Withdraws the samples that are to be heard from a time on.
///
/// Not while `stream_write` runs.
void stream_cut(struct stream *stream, int64_t time);

/// Gives the stream's ring back.
void stream_release(struct stream *stream);

/// Sets whether waits for room end at once; from any thread.
void stream_set_flushing(struct stream *stream, bool is_flushing);

/// Tells the recorder what becomes of a video's transparency.
void stream_note_video(enum page_sound_video video);

#pragma GCC visibility pop

#endif
