// WebKit's timers are GLib sources with a ready time in microseconds, but
// GLib polls in whole milliseconds, rounded up. Timers less than a
// millisecond apart would run together, and one that is due just before a
// frame would come after it. So the times that WebKit gives are kept.
#include "ready_times.h"

#include <pthread.h>

#include "page.h"
#include "real.h"

/// More than a page has timers of the engine; the page's own share one.
///
/// What finds no room is forgotten: its thread is woken up to a millisecond
/// late.
enum { MOST_SOURCES = 1024 };

static struct {
    const void *source;
    int64_t time;
} sources[MOST_SOURCES];
static int source_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// Keeps a source's time, and drops what has passed.
static void keep(const struct page_clock *clock, const void *source, int64_t time) {
    int64_t now = page_clock_now(clock);
    pthread_mutex_lock(&lock);
    int kept = 0;
    for (int index = 0; index < source_count; index++) {
        if (sources[index].source != source && sources[index].time > now) sources[kept++] = sources[index];
    }
    source_count = kept;
    if (time > now && source_count < MOST_SOURCES) {
        sources[source_count].source = source;
        sources[source_count].time = time;
        source_count++;
    }
    pthread_mutex_unlock(&lock);
}

int64_t ready_time_between(int64_t after, int64_t latest) {
    pthread_mutex_lock(&lock);
    int64_t earliest = latest;
    for (int index = 0; index < source_count; index++) {
        if (sources[index].time > after && sources[index].time < earliest) earliest = sources[index].time;
    }
    pthread_mutex_unlock(&lock);
    return earliest;
}

/// GLib: "Sets a GSource to be dispatched when the given monotonic time is
/// reached"; 0 is at once, -1 never.
INTERPOSED void g_source_set_ready_time(void *source, int64_t time) {
    const struct page_clock *clock = engaged_clock();
    if (clock) {
        // A timer for no time at all: WebKit found it early, by less than a
        // microsecond, and would find it so for ever.
        if (time > 0 && time <= thread_time(clock)) nudge_thread(clock);
        if (time > 0) keep(clock, source, time - thread_lead(clock));
    }
    real()->g_source_set_ready_time(source, time);
}
