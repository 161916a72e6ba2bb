// The libav headers, helpers for what Swift cannot import from them, and all differences
// between FFmpeg versions. FFmpeg 5.1 to 9.0 compile without deprecated calls. Version numbers
// are from FFmpeg's doc/APIchanges and its headers.
#ifndef PAGEREEL_CLIBAV_SHIM_H
#define PAGEREEL_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <string.h>

// AVERROR(e) is a function-like macro, which Swift does not import.
static inline int recorder_averror(int posix_error) { return AVERROR(posix_error); }

// AVUNERROR(e), for the same reason.
static inline int recorder_avunerror(int libav_error) { return AVUNERROR(libav_error); }

// AVERROR_EOF is built from a macro with arguments (FFERRTAG).
static inline int recorder_averror_eof(void) { return AVERROR_EOF; }

// AVERROR_INVALIDDATA, for the same reason.
static inline int recorder_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }

// Whether a filter graph's input has a matrix and a range, as from FFmpeg 7.0 on.
static inline int recorder_graphs_have_colors(void) { return LIBAVFILTER_VERSION_MAJOR >= 10; }

/// Whether a picture consists of two fields of different times.
///
/// FFmpeg 5.1 and 6.0 say so in a field of AVFrame, which 8.0 removes; from 6.1 on (libavutil 58.7.100) it is a flag.
static inline int recorder_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

/// Whether the field of the upper rows is shown first.
static inline int recorder_is_top_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
    return frame->top_field_first;
#endif
}

/// Marks a picture as interlaced or not, and says which of its fields is shown first.
static inline void recorder_mark_fields(AVFrame *frame, int is_interlaced, int is_top_first) {
#ifdef AV_FRAME_FLAG_INTERLACED
    frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
    if (is_interlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
    if (is_top_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
    frame->interlaced_frame = is_interlaced;
    frame->top_field_first = is_top_first;
#endif
}

/// Encodes one event of subtitles.
///
/// \returns The length in bytes, or a negative AVERROR.
static inline int recorder_encode_subtitle(
    AVCodecContext *codec, uint8_t *buffer, int size, const char *event, uint32_t milliseconds) {
    AVSubtitleRect rectangle = {.type = SUBTITLE_ASS, .ass = (char *)event};
    AVSubtitleRect *rectangles[] = {&rectangle};
    AVSubtitle subtitle = {
        .end_display_time = milliseconds, .num_rects = 1, .rects = rectangles, .pts = AV_NOPTS_VALUE};
    return avcodec_encode_subtitle(codec, buffer, size, &subtitle);
}

// FFmpeg 5.1 and 6.0 store a stream's side data in AVStream. From 6.1 on (libavformat
// 60.15.100) the codec parameters hold it; AVStream's is deprecated, and removed in 8.0.
#define RECORDER_CODEC_PARAMETERS_HOLD_SIDE_DATA \
    (LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100))

/// Finds side data of a stream.
///
/// \param size Receives the size in bytes, 0 if the stream has no such data.
/// \returns The bytes, owned by the stream, or NULL.
static inline const uint8_t *recorder_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if RECORDER_CODEC_PARAMETERS_HOLD_SIDE_DATA
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    *size = 0;
    return av_stream_get_side_data(stream, type, size);
#endif
}

/// Adds side data to a stream.
///
/// \returns 0, or a negative AVERROR.
static inline int recorder_add_stream_side_data(
    AVStream *stream, enum AVPacketSideDataType type, const void *bytes, size_t size) {
#if RECORDER_CODEC_PARAMETERS_HOLD_SIDE_DATA
    AVPacketSideData *data = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
    uint8_t *copy = data ? data->data : NULL;
#else
    uint8_t *copy = av_stream_new_side_data(stream, type, size);
#endif
    if (!copy) return AVERROR(ENOMEM);
    memcpy(copy, bytes, size);
    return 0;
}

/// Copies a stream's codec parameters and its side data to another stream.
///
/// \returns 0, or a negative AVERROR.
static inline int recorder_copy_stream_parameters(AVStream *stream, const AVStream *source) {
    int code = avcodec_parameters_copy(stream->codecpar, source->codecpar);
    if (code < 0) return code;
#if !RECORDER_CODEC_PARAMETERS_HOLD_SIDE_DATA
    for (int index = 0; index < source->nb_side_data; index++) {
        const AVPacketSideData *data = &source->side_data[index];
        uint8_t *copy = av_stream_new_side_data(stream, data->type, data->size);
        if (!copy) return AVERROR(ENOMEM);
        memcpy(copy, data->data, data->size);
    }
#endif
    return 0;
}

// Whether the length of an MP3 stream leaves out the samples that its encoder has added, according to its LAME tag. It
// does in FFmpeg 9.0; in 7.1 and earlier, it is that of all frames.
static inline int recorder_mp3_length_is_exact(void) { return LIBAVFORMAT_VERSION_MAJOR >= 63; }

/// libswscale's handle. Swift imports it as an opaque pointer up to FFmpeg 7.1. From 8.0 on
/// SwsContext is public, so Swift imports a pointer to a structure.
typedef struct SwsContext *recorder_sws_context;

// libswscale's flags: macros up to FFmpeg 7.1, an enumeration from 8.0 on, which Swift imports
// as a type without operators.
static const int recorder_sws_bilinear = SWS_BILINEAR;
static const int recorder_sws_bicubic = SWS_BICUBIC;
static const int recorder_sws_area = SWS_AREA;
static const int recorder_sws_accurate_rnd = SWS_ACCURATE_RND;
static const int recorder_sws_full_chr_h_int = SWS_FULL_CHR_H_INT;
static const int recorder_sws_full_chr_h_inp = SWS_FULL_CHR_H_INP;

#endif
