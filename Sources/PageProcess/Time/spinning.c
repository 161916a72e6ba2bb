// Busy waiting for time to pass: `while (performance.now() < end);`.
//
// Time advances only when all threads sleep, so such a thread would wait forever. The number of
// reads decides, not real time, so that each run is the same.
#include "spinning.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdint.h>
#include <string.h>

#include "real.h"
#include "waiting.h"

/// How often a thread may read the same time before it counts as waiting for a later one.
///
/// The engine reads the time too: once for each node of a growing document, and 160,000 times
/// in a 5 s task that fills the heap. A script reaches this limit in less than 0.1 s.
enum { MOST = 1000000 };

/// Reads for each further millisecond.
enum { BATCH = 1000 };

/// How long the thread then sleeps, in microseconds: the resolution that scripts see.
enum { STEP = 1000 };

static __thread struct {
    /// The last clock time that was read.
    int64_t time;
    uint32_t reads;
    /// When the thread began to wait; 0 if time has advanced in other ways since.
    int64_t since;
    /// Whether it waits as soon as its loop polls.
    bool waits_later;
} self __attribute__((tls_model("initial-exec")));

/// Sleeps until the page's time reaches the deadline, ignoring signals: a thread that ended its
/// wait for one would let the time pass its deadline.
static void sleep_through(struct page_clock *clock, int64_t deadline) {
    while (page_clock_now(clock) < deadline) {
        enum wait_state state = begin_wait(clock, WAIT_SLEEP, NULL, deadline);
        if (state == WAIT_BEGUN) {
            while (!was_woken_by_clock()) {
                real()->syscall(SYS_futex, wait_word(), FUTEX_WAIT_PRIVATE, 0, &no_end, NULL, 0);
            }
            end_wait(clock);
        } else if (state == WAIT_UNWATCHED) {
            real()->nanosleep(&(struct timespec){.tv_nsec = SLICE}, NULL);
        }
    }
}

static void sleep_on(struct page_clock *clock) {
    int error = errno;
    int64_t now = page_clock_now(clock);
    if (self.since == 0) self.since = now;
    bool is_main = is_main_thread();
    if (is_main) note_spin(clock, self.since);
    sleep_through(clock, now + STEP);
    if (is_main) note_spin(clock, 0);
    errno = error;
}

/// Whether GLib itself reads the time, to find out which source is ready.
///
/// It holds its context's lock then, and the thread that wakes this one may need that lock (`displaying.c`).
static bool is_read_by_loop(void) {
    enum { DEPTH = 8 };
    void *calls[DEPTH];
    int count = backtrace(calls, DEPTH);
    bool is_getter = false;
    for (int index = 0; index < count; index++) {
        Dl_info place;
        bool is_glib = dladdr(calls[index], &place) != 0 && place.dli_fname && strstr(place.dli_fname, "/libglib-2.0");
        if (!is_glib && is_getter) return false;
        // WebKit and scripts read the time by such a function too, and one may call another.
        is_getter = is_glib && place.dli_sname && strncmp(place.dli_sname, "g_get_", strlen("g_get_")) == 0;
        if (is_glib && !is_getter) return true;
    }
    return false;
}

/// Sleeps for a millisecond of the page's time, and keeps waiting at the new time.
static void wait_for_time(struct page_clock *clock) {
    self.waits_later = false;
    sleep_on(clock);
    self.time = page_clock_now(clock);
    self.reads = MOST - BATCH;
}

void note_read(struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    if (now != self.time) {
        self.time = now;
        self.reads = 0;
        self.since = 0;
        self.waits_later = false;
        return;
    }
    if (++self.reads < MOST) return;
    int error = errno;
    self.waits_later = is_read_by_loop();
    errno = error;
    if (!self.waits_later) wait_for_time(clock);
}

void note_iteration(struct page_clock *clock) {
    if (self.waits_later && page_clock_now(clock) == self.time) wait_for_time(clock);
    self.waits_later = false;
}
