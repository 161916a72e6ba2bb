#ifndef PAGEREEL_LIBAV_LOADING_H
#define PAGEREEL_LIBAV_LOADING_H

/// Loads FFmpeg's libraries, once.
///
/// Call this before the first FFmpeg function, on any thread. Otherwise a missing library makes
/// that function print a message and exit with status 69.
///
/// \returns NULL, or the reason for a failure. The text belongs to the calling thread and is
/// valid until that thread calls a function of <dlfcn.h>.
const char *libav_load(void);

/// Loads libavfilter, once; call this before the first function of libavfilter, as `libav_load`.
///
/// \returns NULL, or the reason for a failure, as `libav_load` does.
const char *libav_load_filters(void);

#endif
