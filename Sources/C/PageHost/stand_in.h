// Macros for functions that replace another library's in the engine's process: the dynamic
// linker finds the program's symbols first.
#ifndef PAGEREEL_STAND_IN_H
#define PAGEREEL_STAND_IN_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Marks a function that replaces one of the same name.
#define EXPORTED __attribute__((visibility("default")))

/// The function that this one replaces.
#define INSTEAD_OF(name) ((__typeof__(&name))instead_of(#name))
static inline void *instead_of(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    // The program is linked to the library, so the function must exist.
    if (!function) abort();
    return function;
}

/// Whether a return address is in WebKit.
static inline bool is_webkit(const void *caller) {
    Dl_info image;
    return dladdr(caller, &image) && image.dli_fname && strstr(image.dli_fname, "libwebkit2gtk");
}

#endif
