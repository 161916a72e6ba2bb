// WebKit's timers are GLib sources with a ready time in microseconds, but
// GLib polls in whole milliseconds, rounded up. Timers less than a
// millisecond apart would run together, and one that is due just before a
// frame would come after it. So the times that WebKit gives are kept.
#include "ready_times.h"

#include <pthread.h>

#include "displaying.h"
#include "page.h"
#include "real.h"

/// More than a page has timers of the engine; the page's own share one.
///
/// What finds no room is forgotten: its thread is woken up to a millisecond
/// late.
enum { MOST_SOURCES = 1024 };

static struct source_time {
    const void *source;
    /// When the source is ready, as its thread sees the time.
    int64_t ready;
    /// The same on the clock: a thread's first look at it is not ahead of it
    /// yet.
    int64_t due;
} sources[MOST_SOURCES];
static int source_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t set_up_once = PTHREAD_ONCE_INIT;

/// In a child of `fork`: another thread of the parent may have been in here.
static void forget_parent(void) {
    source_count = 0;
    pthread_mutex_init(&lock, NULL);
}

static void set_up(void) { pthread_atfork(NULL, NULL, forget_parent); }

/// How long in microseconds a time is kept that has passed: its source may
/// be gone without a word.
enum { GRACE = 1000000 };

/// Keeps a source's time in the place of the one before; none if it is 0 or
/// less.
static void keep(const struct page_clock *clock, const void *source, int64_t ready) {
    int64_t now = page_clock_now(clock), due = ready - thread_lead(clock);
    pthread_once(&set_up_once, set_up);
    pthread_mutex_lock(&lock);
    int kept = 0;
    for (int index = 0; index < source_count; index++) {
        struct source_time time = sources[index];
        if (time.source != source && time.due > now - GRACE) sources[kept++] = time;
    }
    source_count = kept;
    if (ready > 0 && source_count < MOST_SOURCES) {
        sources[source_count++] = (struct source_time){.source = source, .ready = ready, .due = due};
    }
    pthread_mutex_unlock(&lock);
}

bool find_ready_time(int64_t after, int64_t latest, int64_t *due) {
    bool is_found = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < source_count; index++) {
        int64_t ready = sources[index].ready;
        if (ready <= after || ready > latest || (is_found && sources[index].due >= *due)) continue;
        *due = sources[index].due;
        is_found = true;
    }
    pthread_mutex_unlock(&lock);
    return is_found;
}

/// GLib: "Sets a GSource to be dispatched when the given monotonic time is
/// reached"; 0 is at once, -1 never.
INTERPOSED void g_source_set_ready_time(void *source, int64_t time) {
    struct page_clock *clock = engaged_clock();
    if (clock) {
        if (holds_display(clock, source, time)) return;
        // A timer whose time has come is one that WebKit found early, by less
        // than a microsecond: it rounds its length down (RunLoopGLib.cpp,
        // updateReadyTime). A timer for no time at all is given 0.
        int64_t now = thread_time(clock);
        if (time > 0 && time <= now) time = now + 1;
        keep(clock, source, time);
    }
    real()->g_source_set_ready_time(source, time);
}
