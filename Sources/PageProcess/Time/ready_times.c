// Exact times for WebKit's timers.
//
// WebKit's timers are GLib sources with a ready time in microseconds, but GLib polls in whole
// milliseconds, rounded up. Timers less than a millisecond apart would fire together, and one
// due just before a frame would fire after it. So the times that WebKit sets are kept.
//
// WebKit rounds a timer's duration down to microseconds (RunLoopGLib.cpp, updateReadyTime),
// fires it too early, and restarts it for the rest until its thread sees a later microsecond. A
// timer that restarts itself counts from the time its thread saw. Durations that are not whole
// microseconds (SMIL's 1/60 s), or that are rounded up when added to the time as doubles, would
// thus drift by up to half a microsecond each time. So timers start with their exact duration
// on the clock, and their thread's time is nudged to the time they wait for.
#include "ready_times.h"

#include <pthread.h>

#include "displaying.h"
#include "page.h"
#include "real.h"
#include "tasks.h"

/// More than a page's engine timers; the page's own timers share one.
///
/// A source without room is forgotten: its thread wakes up to a millisecond late.
enum { MOST_SOURCES = 1024 };

static struct source_time {
    const void *source;
    struct ready_time time;
} sources[MOST_SOURCES];
static int source_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t set_up_once = PTHREAD_ONCE_INIT;

/// In nanoseconds.
#define MICROSECOND INT64_C(1000)
#define SECOND INT64_C(1000000000)

enum {
    /// How long a past time is kept, in microseconds; its source may have been freed.
    GRACE = 1000000,
    /// Differences below this, in nanoseconds, are floating-point errors: the time in seconds
    /// is exact to one (SharedClock.swift, start).
    TOLERANCE = 10,
    /// The maximum by which timers move their thread's time ahead, in microseconds. A timer
    /// beyond that fires later instead.
    MOST_LEAD = 10000,
    /// In seconds; the exact end of longer timers is unknown.
    LONGEST = 1000000,
};

/// The number of recent timers remembered, from which others may count.
enum { MOST_RUNS = 32 };

/// The calling thread's running and starting timers.
static __thread struct {
    /// The last timer that fired: when it was due (ns) and when it fired (µs), both on the
    /// clock.
    int64_t due, ran_at;
    /// Recent timers: the time the thread saw, and when they were due on the clock, both in
    /// nanoseconds.
    struct run {
        int64_t seen, due;
    } runs[MOST_RUNS];
    unsigned run_count;
    /// The duration of the timer being started, in seconds.
    double length;
    bool is_starting;
} thread __attribute__((tls_model("initial-exec")));

/// Runs in a child of `fork`: another thread of the parent may have held the lock.
static void forget_parent(void) {
    source_count = 0;
    pthread_mutex_init(&lock, NULL);
}

static void set_up(void) { pthread_atfork(NULL, NULL, forget_parent); }

/// Converts nanoseconds to microseconds, rounding up except for floating-point errors.
static int64_t rounded_up(int64_t nanoseconds) {
    return (nanoseconds - TOLERANCE + MICROSECOND - 1) / MICROSECOND;
}

/// Whether two times in nanoseconds differ by no more than a floating-point error.
static bool is_same(int64_t time, int64_t other) { return time - other >= -TOLERANCE && time - other <= TOLERANCE; }

/// Rounds to the nearest microsecond if the difference is a floating-point error.
static int64_t without_error(int64_t nanoseconds) {
    int64_t whole = (nanoseconds + MICROSECOND / 2) / MICROSECOND * MICROSECOND;
    return is_same(nanoseconds, whole) ? whole : nanoseconds;
}

/// Whether a duration is typical of timers: whole milliseconds for a page's, mostly multiples
/// of 1/60 s for the engine's.
///
/// A timer aligned to a grid (DOMTimer.cpp, alignedFireTime) does not count from when it was
/// set.
static bool is_whole(int64_t length) {
    if (length < -TOLERANCE) return false;
    int64_t milliseconds = (length + MICROSECOND * 500) / (MICROSECOND * 1000);
    int64_t sixtieths = (length * 60 + SECOND / 2) / SECOND;
    return is_same(length, milliseconds * MICROSECOND * 1000) || is_same(length, sixtieths * SECOND / 60);
}

/// Records that a timer fires and the time its thread sees, which may have been nudged since it
/// was last recorded.
static void note_run(int64_t seen) {
    struct run *last = &thread.runs[(thread.run_count - 1) % MOST_RUNS];
    if (thread.run_count == 0 || last->due != thread.due) last = &thread.runs[thread.run_count++ % MOST_RUNS];
    *last = (struct run){.seen = seen, .due = thread.due};
}

/// Computes when a timer is due that counts from the end of another one.
///
/// \param end When its thread is to see it fire, in nanoseconds.
/// \param due Receives the same time on the clock.
/// \returns Whether one of the recent timers ended a typical duration before.
static bool count_from_run(int64_t end, int64_t *due) {
    unsigned known = thread.run_count < MOST_RUNS ? thread.run_count : MOST_RUNS;
    for (unsigned back = 1; back <= known; back++) {
        struct run run = thread.runs[(thread.run_count - back) % MOST_RUNS];
        if (!is_whole(end - run.seen)) continue;
        *due = run.due + end - run.seen;
        return true;
    }
    return false;
}

/// Returns the exact times for a source that gets a ready time.
static struct ready_time exact_time(const struct page_clock *clock, int64_t time) {
    int64_t now = page_clock_now(clock), seen = thread_time(clock);
    bool is_exact = thread.is_starting && thread.length < LONGEST;
    int64_t end = is_exact ? seen * MICROSECOND + (int64_t)(thread.length * SECOND + 0.5) : time * MICROSECOND;
    // A thread that reads the time for the first time is not yet ahead of the clock.
    int64_t due = end - thread_lead(clock) * MICROSECOND, from_run;
    if (thread.ran_at == now) note_run(seen * MICROSECOND);
    if (is_exact && count_from_run(end, &from_run) && due - from_run < MOST_LEAD * MICROSECOND) due = from_run;
    struct ready_time exact = {.ready = rounded_up(end), .due = without_error(due)};
    if (exact.ready <= seen) {
        // WebKit fired it early, and waits for the next microsecond: on the thread's clock if
        // only a floating-point error remained.
        exact.ready = seen + 1;
        if (!is_exact) exact.due = (now + 1) * MICROSECOND;
    }
    return exact;
}

/// Replaces the stored time of a source.
///
/// \param time The new time; NULL to forget the source.
static void keep(const struct page_clock *clock, const void *source, const struct ready_time *time) {
    int64_t oldest = (page_clock_now(clock) - GRACE) * MICROSECOND;
    pthread_once(&set_up_once, set_up);
    pthread_mutex_lock(&lock);
    int kept = 0;
    for (int index = 0; index < source_count; index++) {
        if (sources[index].source != source && sources[index].time.due > oldest) sources[kept++] = sources[index];
    }
    source_count = kept;
    if (time && source_count < MOST_SOURCES) {
        sources[source_count++] = (struct source_time){.source = source, .time = *time};
    }
    pthread_mutex_unlock(&lock);
}

bool find_ready_time(int64_t after, int64_t latest, struct ready_time *time) {
    bool is_found = false;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < source_count; index++) {
        struct ready_time other = sources[index].time;
        if (other.ready <= after || other.ready > latest || (is_found && other.due >= time->due)) continue;
        *time = other;
        is_found = true;
    }
    pthread_mutex_unlock(&lock);
    return is_found;
}

int64_t wake_time(const struct ready_time *time) { return rounded_up(time->due); }

void see_ready_time(const struct page_clock *clock, const struct ready_time *time) {
    int64_t now = page_clock_now(clock);
    if (now < wake_time(time)) return;
    thread.due = time->due;
    thread.ran_at = now;
    while (thread_time(clock) < time->ready) nudge_thread(clock);
}

/// GLib: "Sets a GSource to be dispatched when the given monotonic time is reached"; 0 means at
/// once, -1 never.
INTERPOSED void g_source_set_ready_time(void *source, int64_t time) {
    struct page_clock *clock = engaged_clock();
    if (clock) {
        if (holds_display(clock, source, time)) return;
        if (time < 0) begin_task(clock, source);
        if (time > 0 && time < PAGE_CLOCK_NEVER / MICROSECOND) {
            struct ready_time exact = exact_time(clock, time);
            keep(clock, source, &exact);
            time = exact.ready;
        } else {
            keep(clock, source, NULL);
        }
    }
    real()->g_source_set_ready_time(source, time);
}

/// `WTF::RunLoop::TimerBase::start(WTF::Seconds, bool)`, which sets its source's ready time.
/// `WTF::Seconds` is a `double`.
INTERPOSED void start_timer(void *timer, double length, bool is_repeating) __asm__(START_TIMER);

void start_timer(void *timer, double length, bool is_repeating) {
    thread.length = length;
    thread.is_starting = true;
    real()->start_timer(timer, length, is_repeating);
    thread.is_starting = false;
}
