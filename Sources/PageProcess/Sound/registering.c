// Gives GStreamer in the page's process the recorder's audio sink.
//
// WebKit initializes GStreamer when a page first needs media. The sink is registered right after
// that, in memory: no plugin folder and no registry file names it.
#include <dlfcn.h>
#include <page_sound.h>
#include <pthread.h>
#include <stdlib.h>

#include "page.h"

static void register_sink(void) {
    const char *library = getenv(PAGE_SOUND_LIBRARY_VARIABLE);
    if (!shared_page() || !library) return;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    bool (*page_sound_register)(void) = handle ? (bool (*)(void))dlsym(handle, "page_sound_register") : NULL;
    if (page_sound_register) page_sound_register();
}

/// GStreamer: "Initializes the GStreamer library, setting up internal path lists, registering
/// built-in elements, and loading standard plugins."
INTERPOSED int gst_init_check(int *count, char ***arguments, void **error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int (*real_init)(int *, char ***, void **) = (int (*)(int *, char ***, void **))dlsym(RTLD_NEXT, "gst_init_check");
    int is_initialized = real_init ? real_init(count, arguments, error) : 0;
    if (is_initialized) pthread_once(&once, register_sink);
    return is_initialized;
}
