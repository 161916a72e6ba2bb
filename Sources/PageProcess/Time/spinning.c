// Waiting for time by reading it: `while (performance.now() < end);`.
//
// Time moves only when every thread sleeps, so such a thread would wait for
// ever. Reads are counted, and not real time, so that each run is the same.
#include "spinning.h"

#include <errno.h>
#include <stdint.h>

#include "real.h"
#include "waiting.h"

/// How often a thread may read the same time before it is taken to wait for a
/// later one.
///
/// The engine itself reads it too: once for each node of a document that grows,
/// and 160,000 times in a task of five seconds that fills the heap. A script
/// comes this far in less than a tenth of a second.
enum { MOST = 1000000 };

/// How many reads each further millisecond takes.
enum { BATCH = 1000 };

/// How long in microseconds a thread then sleeps: as much as scripts can see.
enum { STEP = 1000 };

static __thread struct {
    /// The time on the clock that was read last.
    int64_t time;
    uint32_t reads;
    /// When the thread began to wait; 0 if time has passed otherwise since.
    int64_t since;
} self __attribute__((tls_model("initial-exec")));

/// Sleeps until the page's time has come, and through signals: a thread that
/// took its wait back for one would let the time move past its deadline.
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

void note_read(struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    if (now != self.time) {
        self.time = now;
        self.reads = 0;
        self.since = 0;
        return;
    }
    if (++self.reads < MOST) return;
    sleep_on(clock);
    // It goes on waiting at the time that has come.
    self.time = page_clock_now(clock);
    self.reads = MOST - BATCH;
}
