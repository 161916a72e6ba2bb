#include "page_messages.h"

#include <glib.h>
#include <pthread.h>

#include "stand_in.h"

/// Protects the variables below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int holds;
/// The source that is held back, with a reference held, or NULL.
static GSource *held;

/// Whether a source is that of WebKit's main run loop (RunLoopGLib.cpp). Other threads have run loops
/// with sources of the same name.
static bool is_main_work(GSource *source) {
    const char *name = g_source_get_name(source);
    return name && strcmp(name, "[WebKit] RunLoop work") == 0 &&
           g_source_get_context(source) == g_main_context_default();
}

/// Takes what is held back; the caller releases the reference.
static GSource *take_held(void) {
    GSource *source = held;
    held = NULL;
    return source;
}

static bool make_ready(GSource *source) {
    if (!source) return false;
    INSTEAD_OF(g_source_set_ready_time)(source, 0);
    g_source_unref(source);
    return true;
}

void page_messages_hold(void) {
    pthread_mutex_lock(&lock);
    holds++;
    pthread_mutex_unlock(&lock);
}

void page_messages_run(void) {
    pthread_mutex_lock(&lock);
    GSource *source = --holds == 0 ? take_held() : NULL;
    pthread_mutex_unlock(&lock);
    make_ready(source);
}

bool page_messages_release(void) {
    pthread_mutex_lock(&lock);
    GSource *source = take_held();
    pthread_mutex_unlock(&lock);
    return make_ready(source);
}

/// The source gets ready time 0 when a message arrives, and none when it is dispatched.
EXPORTED void g_source_set_ready_time(GSource *source, gint64 time) {
    if (time == 0 && is_main_work(source)) {
        pthread_mutex_lock(&lock);
        bool is_held = holds > 0;
        if (is_held && !held) held = g_source_ref(source);
        pthread_mutex_unlock(&lock);
        if (is_held) return;
    }
    INSTEAD_OF(g_source_set_ready_time)(source, time);
}
