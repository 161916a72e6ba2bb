// Limits displaying changes to display refreshes.
//
// WebKit displays an invalidated page as soon as its main thread is idle, and each time also
// updates the rendering, which runs animation frames. Changes by a timer, or by SMIL, which
// uses a timer of the engine, would make the page render between the display's refreshes. So
// displaying is held until the next refresh. The mechanism depends on WebKit's version:
// - A timer that is due at once (DrawingAreaCoordinatedGraphics.cpp, scheduleDisplay;
//   LayerTreeHost.cpp, scheduleLayerFlush). It gets no ready time until the refresh.
// - Work in each iteration of the main loop just before it waits, from WebKitGTK 2.52 on with
//   layers and from 2.54 on without (RunLoopGLib.cpp, runGLibMainLoopIteration). Until the
//   refresh, this code runs iterations of the loop without that work.
//
// The compositor has a separate thread, and composes when a timer fires. A worker may draw on a layer at
// the same time (PlaceholderRenderingContext.cpp), a player may show a frame, and either would be in the
// picture or not by chance. So the compositor of a page that has workers or players waits until all
// other threads are idle. Without them, only the main thread changes layers, and it commits its changes as a
// whole.
#include "displaying.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "glib.h"
#include "real.h"
#include "starting.h"
#include "tasks.h"

/// WebKit's names of the timer's source for a page without layers
/// (DrawingAreaCoordinatedGraphics.cpp) and with layers (LayerTreeHost.cpp).
static const char painting[] = "DrawingAreaCoordinatedGraphics::DisplayTimer";
static const char compositing[] = "LayerTreeHost::LayerFlushTimer";

/// WebKit's names of the compositor's timer (CompositingRunLoop.cpp; ThreadedCompositor.cpp).
static const char *const composing[] = {"CompositingRunLoop::UpdateTimer", "ThreadedCompositor::RenderTimer"};

/// Protects the variables below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The waiting source, with a reference held, or NULL.
static void *held;
/// The compositor's source that waits, with a reference held, or NULL.
static void *held_compositor;
/// The context whose loop waits, or NULL.
static void *looping;
/// The refresh at which a page without layers last displayed. A page with layers may display
/// again once the compositor has taken its changes.
static uint64_t shown = UINT64_MAX;
/// The refresh at which the main loop last displayed a page without layers. Accessed atomically.
static uint64_t painted = UINT64_MAX;
/// The last refresh at which the main loop was allowed to display such a page again.
static uint64_t repeated = UINT64_MAX;

/// Whether the last refresh has its picture, and ends with it.
static bool has_picture(const struct page_clock *clock) {
    uint64_t ended = __atomic_load_n(&clock->ended_refresh, __ATOMIC_SEQ_CST);
    return ended > 0 && ended == __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST) &&
           __atomic_load_n(&clock->ends_at_picture, __ATOMIC_SEQ_CST);
}

/// Whether displaying must wait for the next refresh, because the last one is over, or time has advanced since.
static bool is_between_refreshes(const struct page_clock *clock) {
    if (__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST)) return false;
    return has_picture(clock) || __atomic_load_n(&clock->refresh_time, __ATOMIC_SEQ_CST) != page_clock_now(clock);
}

void note_painting(const struct page_clock *clock) {
    if (!__atomic_load_n(&clock->ends_at_picture, __ATOMIC_SEQ_CST)) return;
    __atomic_store_n(&painted, __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
}

/// Whether the main loop must wait for the next refresh before it displays anything.
static bool holds_loop(const struct page_clock *clock) {
    if (is_between_refreshes(clock)) return true;
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&painted, __ATOMIC_SEQ_CST) == refreshes &&
           !__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST);
}

/// Tells the recorder whether anything waits.
static void tell(struct page_clock *clock) {
    __atomic_store_n(&clock->is_display_held, held || looping, __ATOMIC_SEQ_CST);
}

/// Makes a source wait; NULL for none.
static void hold(struct page_clock *clock, void *source) {
    if (source) glib()->g_source_ref(source);
    void *before = held;
    held = source;
    tell(clock);
    if (before) glib()->g_source_unref(before);
}

/// Makes the compositor's source wait, if it is to be ready at once.
static bool holds_compositor(struct page_clock *clock, void *source, int64_t time) {
    if (time < 0 && glib()->g_main_current_source() == source) begin_composition(clock);
    bool holds = time == 0 && (has_workers() || has_players()) && !__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock);
    void *before = held_compositor;
    held_compositor = holds ? glib()->g_source_ref(source) : NULL;
    if (holds) {
        // Before another thread can release the source.
        real()->g_source_set_ready_time(source, -1);
        if (!before) __atomic_add_fetch(&clock->compositions, 1, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&lock);
    if (before) glib()->g_source_unref(before);
    return holds;
}

static bool composes(const char *name) {
    return strcmp(name, composing[0]) == 0 || strcmp(name, composing[1]) == 0;
}

bool holds_display(struct page_clock *clock, void *source, int64_t time) {
    const char *name = source_name(source);
    if (composes(name)) return holds_compositor(clock, source, time);
    bool paints = strcmp(name, painting) == 0;
    if (!paints && strcmp(name, compositing) != 0) return false;
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    pthread_mutex_lock(&lock);
    bool holds = time >= 0 && (shown == refreshes || is_between_refreshes(clock));
    if (time >= 0 && !holds && paints) shown = refreshes;
    hold(clock, holds ? source : NULL);
    // Before another thread can release the source.
    if (holds) real()->g_source_set_ready_time(source, -1);
    pthread_mutex_unlock(&lock);
    return holds;
}

/// Makes a loop wait; NULL for none.
static void hold_loop(struct page_clock *clock, void *context) {
    pthread_mutex_lock(&lock);
    looping = context;
    tell(clock);
    pthread_mutex_unlock(&lock);
}

/// Runs one iteration of the main loop.
static void turn(void *context) {
    // Used by this thread only, and not while anything is dispatched.
    static struct pollfd *descriptors;
    static int room;
    int priority, timeout, count;
    real()->g_main_context_prepare(context, &priority);
    while ((count = glib()->g_main_context_query(context, priority, &timeout, descriptors, room)) > room) {
        struct pollfd *more = realloc(descriptors, count * sizeof *more);
        if (!more) abort();
        descriptors = more;
        room = count;
    }
    poll(descriptors, count, timeout);
    glib()->g_main_context_check(context, priority, descriptors, count);
    glib()->g_main_context_dispatch(context);
}

/// GLib: "Prepares to poll sources within a main loop." Each iteration of WebKit's loop begins
/// with this call.
INTERPOSED int g_main_context_prepare(void *context, int *priority) {
    struct page_clock *clock = is_main_thread() ? engaged_clock() : NULL;
    if (clock && glib() && holds_loop(clock)) {
        hold_loop(clock, context);
        while (holds_loop(clock)) turn(context);
        hold_loop(clock, NULL);
    }
    return real()->g_main_context_prepare(context, priority);
}

static void release_compositor(struct page_clock *clock) {
    pthread_mutex_lock(&lock);
    uint32_t granted = __atomic_load_n(&clock->granted_compositions, __ATOMIC_SEQ_CST);
    void *source = granted == __atomic_load_n(&clock->compositions, __ATOMIC_SEQ_CST) ? held_compositor : NULL;
    if (source) {
        held_compositor = NULL;
        real()->g_source_set_ready_time(source, 0);
    }
    pthread_mutex_unlock(&lock);
    if (source) glib()->g_source_unref(source);
}

void release_display(struct page_clock *clock) {
    release_compositor(clock);
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    // No refresh has been released before the first one.
    if (refreshes == 0 || __atomic_load_n(&clock->released_refresh, __ATOMIC_SEQ_CST) != refreshes) return;
    pthread_mutex_lock(&lock);
    if (held && shown != refreshes) {
        if (strcmp(source_name(held), painting) == 0) shown = refreshes;
        real()->g_source_set_ready_time(held, 0);
        hold(clock, NULL);
    }
    if (repeated != refreshes) {
        // The recorder got no picture, so the page had no changes to display.
        __atomic_store_n(&painted, UINT64_MAX, __ATOMIC_SEQ_CST);
        repeated = refreshes;
    }
    if (looping) glib()->g_main_context_wakeup(looping);
    pthread_mutex_unlock(&lock);
}
