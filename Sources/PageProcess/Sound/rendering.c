// Makes WebAudio render only while the rest of the page is idle.
//
// WebKit renders each context on a separate thread, 128 samples at a time, until its queue is full
// (WebKitWebAudioSourceGStreamer.cpp). Scripts read the position in `currentTime` and start sounds
// relative to it. If both ran at once, the position that a script reads would differ from run to run.
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>

#include "page.h"

/// Whether the calling thread renders a context, by the beginning of WebKit's name for it.
static bool is_renderer(void) {
    static __thread int is_known __attribute__((tls_model("initial-exec"))) = -1;
    if (is_known < 0) {
        char name[16] = "";
        prctl(PR_GET_NAME, name);
        is_known = strncmp(name, "webaudioSrcTask", sizeof name - 1) == 0;
    }
    return is_known;
}

static int (*acquire)(void *, void **, void *);

static void find_real(void) {
    acquire = (int (*)(void *, void **, void *))dlsym(RTLD_NEXT, "gst_buffer_pool_acquire_buffer");
}

/// GStreamer: "Acquires a buffer from pool." WebKit does so before it renders.
INTERPOSED int gst_buffer_pool_acquire_buffer(void *pool, void **buffer, void *parameters) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    // GST_FLOW_ERROR
    enum { FAILED = -5 };
    pthread_once(&once, find_real);
    struct page_clock *clock = is_renderer() ? engaged_clock() : NULL;
    if (clock) wait_for_turn(clock, NULL);
    return acquire ? acquire(pool, buffer, parameters) : FAILED;
}
