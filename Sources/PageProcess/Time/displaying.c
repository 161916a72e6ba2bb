// Displaying what has changed only when the display refreshes.
//
// WebKit displays whatever was invalidated as soon as its main thread has
// nothing else to do, and each time updates the rendering as well: animation
// frames run. What a timer draws, or SMIL, which is a timer of the engine's,
// would have the page render beside the display's refreshes. So the display is
// held until the next one. Versions differ in what they do it by:
// - a timer that is due at once (DrawingAreaCoordinatedGraphics.cpp,
//   scheduleDisplay; LayerTreeHost.cpp, scheduleLayerFlush), which is given no
//   time until then;
// - what runs in each turn of the main thread's loop just before it waits, from
//   WebKitGTK 2.52 on with layers and from 2.54 on without (RunLoopGLib.cpp,
//   runGLibMainLoopIteration). Turns of the loop are made here until then, in
//   which nothing but that is missing.
#include "displaying.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "real.h"

/// What WebKit calls the timer's source for a page without layers
/// (DrawingAreaCoordinatedGraphics.cpp), and for one with (LayerTreeHost.cpp).
static const char painting[] = "DrawingAreaCoordinatedGraphics::DisplayTimer";
static const char compositing[] = "LayerTreeHost::LayerFlushTimer";

/// Protects what follows.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The waiting source, on which a reference is held, or null.
static void *held;
/// The context whose loop waits, or null.
static void *looping;
/// The refresh in which a page without layers displayed last. One with layers
/// may display again, once the compositor has taken what it had.
static uint64_t shown = UINT64_MAX;

static struct {
    const char *(*g_source_get_name)(void *);
    void *(*g_source_ref)(void *);
    void (*g_source_unref)(void *);
    int (*g_main_context_query)(void *, int, int *, struct pollfd *, int);
    int (*g_main_context_check)(void *, int, struct pollfd *, int);
    void (*g_main_context_dispatch)(void *);
    void (*g_main_context_wakeup)(void *);
} glib;
static bool has_glib;
static pthread_once_t glib_once = PTHREAD_ONCE_INIT;

static void find_glib(void) {
#define FIND(name) ((glib.name = dlsym(RTLD_DEFAULT, #name)) != NULL)
    has_glib = FIND(g_source_get_name) && FIND(g_source_ref) && FIND(g_source_unref) && FIND(g_main_context_query) &&
               FIND(g_main_context_check) && FIND(g_main_context_dispatch) && FIND(g_main_context_wakeup);
#undef FIND
}

static const char *name_of(void *source) {
    pthread_once(&glib_once, find_glib);
    const char *name = has_glib ? glib.g_source_get_name(source) : NULL;
    return name ? name : "";
}

/// Whether the page's display has to wait for the next refresh: time has gone
/// on since the last one.
static bool is_between_refreshes(const struct page_clock *clock) {
    return __atomic_load_n(&clock->refresh_time, __ATOMIC_SEQ_CST) != page_clock_now(clock) &&
           !__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST);
}

/// Tells the recorder whether anything waits.
static void tell(struct page_clock *clock) {
    __atomic_store_n(&clock->is_display_held, held || looping, __ATOMIC_SEQ_CST);
}

/// Has a source wait, or none.
static void hold(struct page_clock *clock, void *source) {
    if (source) glib.g_source_ref(source);
    void *before = held;
    held = source;
    tell(clock);
    if (before) glib.g_source_unref(before);
}

bool holds_display(struct page_clock *clock, void *source, int64_t time) {
    const char *name = name_of(source);
    bool paints = strcmp(name, painting) == 0;
    if (!paints && strcmp(name, compositing) != 0) return false;
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock);
    bool holds = time >= 0 && (shown == refreshes || is_between_refreshes(clock));
    if (time >= 0 && !holds && paints) shown = refreshes;
    hold(clock, holds ? source : NULL);
    // Before anybody can let it go again.
    if (holds) real()->g_source_set_ready_time(source, -1);
    pthread_mutex_unlock(&lock);
    return holds;
}

/// Has a loop wait, or none.
static void hold_loop(struct page_clock *clock, void *context) {
    pthread_mutex_lock(&lock);
    looping = context;
    tell(clock);
    pthread_mutex_unlock(&lock);
}

/// One turn of the main thread's loop.
static void turn(void *context) {
    // Only this thread's, and not in use while something is dispatched.
    static struct pollfd *descriptors;
    static int room;
    int priority, timeout, count;
    real()->g_main_context_prepare(context, &priority);
    while ((count = glib.g_main_context_query(context, priority, &timeout, descriptors, room)) > room) {
        struct pollfd *more = realloc(descriptors, count * sizeof *more);
        if (!more) abort();
        descriptors = more;
        room = count;
    }
    poll(descriptors, count, timeout);
    glib.g_main_context_check(context, priority, descriptors, count);
    glib.g_main_context_dispatch(context);
}

/// GLib: "Prepares to poll sources within a main loop." WebKit's loop begins
/// each of its turns with it.
INTERPOSED int g_main_context_prepare(void *context, int *priority) {
    struct page_clock *clock = is_main_thread() ? engaged_clock() : NULL;
    pthread_once(&glib_once, find_glib);
    if (clock && has_glib && is_between_refreshes(clock)) {
        hold_loop(clock, context);
        while (is_between_refreshes(clock)) turn(context);
        hold_loop(clock, NULL);
    }
    return real()->g_main_context_prepare(context, priority);
}

void release_display(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    // Before the first refresh none has been released.
    if (refreshes == 0 || __atomic_load_n(&clock->released_refresh, __ATOMIC_SEQ_CST) != refreshes) return;
    pthread_mutex_lock(&lock);
    if (held && shown != refreshes) {
        if (strcmp(name_of(held), painting) == 0) shown = refreshes;
        real()->g_source_set_ready_time(held, 0);
        hold(clock, NULL);
    }
    if (looping) glib.g_main_context_wakeup(looping);
    pthread_mutex_unlock(&lock);
}
