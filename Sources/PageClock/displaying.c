// Displaying what has changed only when the display refreshes.
//
// A page without layers displays whatever was invalidated by a timer that is
// due at once, and each time updates the rendering as well: animation frames
// run (DrawingAreaCoordinatedGraphics.cpp, scheduleDisplay). What is animated
// by a timer of the engine, as SMIL is, would have the page render beside the
// display's refreshes. So that timer is held until the next one, once frames
// are taken: before that the view learns by it whether it has a picture.
#include "displaying.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "real.h"

/// What WebKit calls the timer's source (DrawingAreaCoordinatedGraphics.cpp).
static const char timer[] = "DrawingAreaCoordinatedGraphics::DisplayTimer";

/// Protects what follows.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The waiting source, on which a reference is held, or null.
static void *held;
/// The refresh in which the page displayed last.
static uint64_t shown = UINT64_MAX;

static struct {
    const char *(*g_source_get_name)(void *);
    void *(*g_source_ref)(void *);
    void (*g_source_unref)(void *);
} glib;
static pthread_once_t glib_once = PTHREAD_ONCE_INIT;

static void find_glib(void) {
    glib.g_source_get_name = dlsym(RTLD_DEFAULT, "g_source_get_name");
    glib.g_source_ref = dlsym(RTLD_DEFAULT, "g_source_ref");
    glib.g_source_unref = dlsym(RTLD_DEFAULT, "g_source_unref");
}

static bool is_timer(void *source) {
    pthread_once(&glib_once, find_glib);
    if (!glib.g_source_get_name || !glib.g_source_ref || !glib.g_source_unref) return false;
    const char *name = glib.g_source_get_name(source);
    return name && strcmp(name, timer) == 0;
}

/// Has a source wait, or none.
static void hold(struct page_clock *clock, void *source) {
    if (source) glib.g_source_ref(source);
    void *before = held;
    held = source;
    __atomic_store_n(&clock->is_display_held, source != NULL, __ATOMIC_SEQ_CST);
    if (before) glib.g_source_unref(before);
}

bool holds_display(struct page_clock *clock, void *source, int64_t time) {
    if (!is_timer(source)) return false;
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock);
    bool holds = time >= 0 && shown == refreshes && __atomic_load_n(&clock->is_display_paced, __ATOMIC_SEQ_CST);
    if (time >= 0 && !holds) shown = refreshes;
    hold(clock, holds ? source : NULL);
    // Before anybody can let it go again.
    if (holds) real()->g_source_set_ready_time(source, -1);
    pthread_mutex_unlock(&lock);
    return holds;
}

void release_display(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&clock->released_refresh, __ATOMIC_SEQ_CST) != refreshes) return;
    pthread_mutex_lock(&lock);
    if (held && shown != refreshes) {
        shown = refreshes;
        real()->g_source_set_ready_time(held, 0);
        hold(clock, NULL);
    }
    pthread_mutex_unlock(&lock);
}
