// Keeps what tasks do out of the picture of the refresh that they follow.
//
// At a refresh, the main thread runs the animation frames, and displays what they have changed. If the page has
// layers, it then goes on with its tasks, while other threads make the picture: some paint tiles
// (SkiaPaintingEngine.cpp), and another composes them. They read the page's canvases only then. So the picture
// would also have what a task draws on a canvas right after the animation frame, or half of it, by chance. In
// browsers it never has that. So the first task after displaying waits until the picture has been composed, or the
// recorder has it or sees that none comes.
#include "tasks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "displaying.h"
#include "glib.h"
#include "real.h"

/// WebKit's name of the source that displays a page with layers, up to WebKitGTK 2.50 (LayerTreeHost.cpp).
static const char displaying[] = "LayerTreeHost::LayerFlushTimer";

/// The refresh at which something has been displayed since the last task, or 0. Used by the main thread only.
static uint64_t displayed;

/// Notes that the page displays something.
static void note_display(const struct page_clock *clock) {
    displayed = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
}

void begin_task(struct page_clock *clock, void *source) {
    // Each of WebKit's sources does this before it calls its function (RunLoopGLib.cpp).
    if (!is_main_thread() || !glib() || glib()->g_main_current_source() != source) return;
    if (strcmp(source_name(source), displaying) == 0) {
        note_display(clock);
    } else if (displayed != 0) {
        // Of an earlier refresh, the picture is complete.
        bool is_current = displayed == __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
        displayed = 0;
        if (is_current) wait_for_picture(clock);
    }
}

/// Whether the calling thread composes something for which a task waits.
static __thread bool composes __attribute__((tls_model("initial-exec")));

void begin_composition(struct page_clock *clock) {
    // A composition that began before that may be of something displayed earlier.
    composes = __atomic_load_n(&clock->is_task_held, __ATOMIC_SEQ_CST);
}

void end_composition(struct page_clock *clock) {
    if (!composes) return;
    composes = false;
    page_clock_release_task(clock);
}

/// The mangled name of `WTF::RunLoop::unobserveActivity(const Ref<ActivityObserver> &)`.
#define UNOBSERVE                                                                                     \
    "_ZN3WTF7RunLoop17unobserveActivityERKNS_3RefINS_16ActivityObserverENS_12RawPtrTraitsIS2_EENS_21" \
    "DefaultRefDerefTraitsIS2_EEEE"

static void (*unobserve_really)(void *, const void *);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find_unobserve(void) { unobserve_really = dlsym(RTLD_NEXT, UNOBSERVE); }

INTERPOSED void unobserve_activity(void *loop, const void *observer) __asm__(UNOBSERVE);

/// From WebKitGTK 2.52 on (without layers, 2.54), the main loop has an observer that displays, outside any task,
/// just before the loop waits. The observer is removed first (LayerTreeHost.cpp, updateRendering).
void unobserve_activity(void *loop, const void *observer) {
    pthread_once(&once, find_unobserve);
    struct page_clock *clock = is_main_thread() ? engaged_clock() : NULL;
    if (clock && glib() && !glib()->g_main_current_source()) {
        // The main thread paints a page without layers itself, before its next task.
        if (__atomic_load_n(&clock->is_composited, __ATOMIC_SEQ_CST)) {
            note_display(clock);
        } else {
            note_painting(clock);
        }
    }
    unobserve_really(loop, observer);
}
