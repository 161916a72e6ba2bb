#ifndef PAGEREEL_LIBAV_LOADING_H
#define PAGEREEL_LIBAV_LOADING_H

/// Loads FFmpeg's libraries. Each function loads its library by itself when it is
/// first called, but it can only end the program if there is none. May be called
/// on any thread, more than once.
///
/// \returns NULL, or why they cannot be loaded: a text of the calling thread,
/// until it calls a function of <dlfcn.h>.
const char *libav_load(void);

#endif
