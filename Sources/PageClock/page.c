#include "page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// The only program that is given another time: WebKit starts it, with this
/// library in its environment, among others that have to keep the real one.
static const char program[] = "WebKitWebProcess";

enum { UNKNOWN, ABSENT, PRESENT };

static atomic_int state = UNKNOWN;
static struct page_clock *shared;

/// How far the calling thread's time is ahead of the clock.
static __thread struct {
    bool has_looked;
    /// The time at which the thread first looked, and at which it was nudged.
    int64_t first_look;
    int64_t nudged_at;
    int64_t nudges;
} thread __attribute__((tls_model("initial-exec")));

static struct page_clock *map(const char *path) {
    int file = openat(AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (file < 0) return NULL;
    void *memory = mmap(NULL, sizeof(struct page_clock), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

static int find_page(void) {
    int error = errno;
    const char *path = getenv(PAGE_CLOCK_VARIABLE);
    struct page_clock *page = path && strcmp(program_invocation_short_name, program) == 0 ? map(path) : NULL;
    errno = error;
    if (!page || __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE) != PAGE_CLOCK_MAGIC) return ABSENT;
    // Of two threads that come here at once one maps in vain.
    struct page_clock *none = NULL;
    __atomic_store_n(&page->is_in_use, 1, __ATOMIC_RELEASE);
    if (__atomic_compare_exchange_n(&shared, &none, page, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        __atomic_add_fetch(&page->away, 1, __ATOMIC_SEQ_CST);
    }
    return PRESENT;
}

struct page_clock *engaged_clock(void) {
    int known = atomic_load_explicit(&state, memory_order_acquire);
    if (known == UNKNOWN) {
        if (!program_invocation_short_name) return NULL;
        known = find_page();
        atomic_store_explicit(&state, known, memory_order_release);
    }
    if (known == ABSENT || !__atomic_load_n(&shared->engaged, __ATOMIC_ACQUIRE)) return NULL;
    return shared;
}

int64_t thread_lead(const struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    if (!thread.has_looked) {
        thread.has_looked = true;
        thread.first_look = now;
        thread.nudged_at = -1;
    }
    return now != thread.first_look;
}

int64_t thread_time(const struct page_clock *clock) {
    int64_t lead = thread_lead(clock);
    int64_t now = page_clock_now(clock);
    return now + lead + (now == thread.nudged_at ? thread.nudges : 0);
}

void nudge_thread(const struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    if (now != thread.nudged_at) {
        thread.nudged_at = now;
        thread.nudges = 0;
    }
    thread.nudges++;
}

static int64_t microseconds(const struct timespec *time, int64_t rounding) {
    int64_t whole;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, (int64_t)1000000, &whole)
        || __builtin_add_overflow(whole, (time->tv_nsec + rounding) / 1000, &whole)) {
        return PAGE_CLOCK_NEVER;
    }
    return whole;
}

int64_t microseconds_up(const struct timespec *length) { return microseconds(length, 999); }

int64_t clock_deadline(const struct page_clock *clock, clockid_t id, const struct timespec *time) {
    // To the nearest microsecond: callers work with seconds as floating
    // point, which this century's are exact to a quarter of one.
    int64_t deadline = microseconds(time, 500);
    if (deadline == PAGE_CLOCK_NEVER) return deadline;
    if (id == CLOCK_REALTIME) deadline -= __atomic_load_n(&clock->wall_offset, __ATOMIC_ACQUIRE);
    return deadline - thread_lead(clock);
}

int64_t monotonic_deadline(const struct page_clock *clock, const struct timespec *time) {
    int64_t as_monotonic = clock_deadline(clock, CLOCK_MONOTONIC, time);
    int64_t as_wall = clock_deadline(clock, CLOCK_REALTIME, time);
    int64_t now = page_clock_now(clock);
    return llabs(as_wall - now) < llabs(as_monotonic - now) ? as_wall : as_monotonic;
}
