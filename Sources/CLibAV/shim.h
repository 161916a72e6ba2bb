// The libav headers, and what Swift cannot import from them.
#ifndef PAGEREEL_CLIBAV_SHIM_H
#define PAGEREEL_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/error.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// AVERROR(e) is a macro with an argument, which Swift does not import.
static inline int recorder_averror(int posix_error) { return AVERROR(posix_error); }

// AVUNERROR(e), for the same reason.
static inline int recorder_avunerror(int libav_error) { return AVUNERROR(libav_error); }

// AVERROR_EOF is built from a macro with arguments (FFERRTAG).
static inline int recorder_averror_eof(void) { return AVERROR_EOF; }

// AVERROR_INVALIDDATA, for the same reason.
static inline int recorder_averror_invalid_data(void) { return AVERROR_INVALIDDATA; }

#endif
