#include "page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "real.h"

/// The only program that gets the page's time. WebKit starts it, with this library in its
/// environment, among others that must keep the real time.
static const char program[] = "WebKitWebProcess";

enum { UNKNOWN, ABSENT, PRESENT };

static atomic_int state = UNKNOWN;
static struct page_clock *shared;
/// The position of this process among those that have mapped the memory, from 1.
static uint32_t number;

/// How far the calling thread's time is ahead of the clock.
static __thread struct {
    bool has_looked;
    /// The minimum lead after the first look, in microseconds.
    int64_t lead;
    /// The time of the thread's first look.
    int64_t first_look;
    /// The time to which the thread was nudged.
    int64_t nudged_to;
} thread __attribute__((tls_model("initial-exec")));

static int open_shared(const char *variable) {
    const char *path = getenv(variable);
    return path ? openat(AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
}

int open_page(void) { return open_shared(PAGE_CLOCK_VARIABLE); }

void *map_shared(const char *variable, size_t size) {
    int file = open_shared(variable);
    if (file < 0) return NULL;
    // Memory beyond a file's end can be mapped, but not read.
    struct stat status;
    void *memory = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)size) {
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

bool is_main_thread(void) {
    static __thread int is_main __attribute__((tls_model("initial-exec"))) = -1;
    if (is_main < 0) is_main = gettid() == getpid();
    return is_main;
}

/// Whether no other process has mapped the memory since.
static bool is_latest(const struct page_clock *clock) {
    return __atomic_load_n(&clock->processes, __ATOMIC_SEQ_CST) == number;
}

void note_absence(struct page_clock *clock, bool is_away) {
    // A process that has a successor may end, or be killed, at any time.
    if (!is_latest(clock)) return;
    __atomic_store_n(&clock->away, is_away, __ATOMIC_SEQ_CST);
    if (is_away || !__atomic_load_n(&clock->is_awaited, __ATOMIC_SEQ_CST)) return;
    __atomic_add_fetch(&clock->arrivals, 1, __ATOMIC_SEQ_CST);
    real()->syscall(SYS_futex, &clock->arrivals, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void note_waking(struct page_clock *clock, bool is_waking) {
    if (is_latest(clock)) __atomic_store_n(&clock->is_waking, is_waking, __ATOMIC_SEQ_CST);
}

void note_spin(struct page_clock *clock, int64_t since) {
    if (!is_latest(clock)) return;
    __atomic_store_n(&clock->spinning_since, since, __ATOMIC_SEQ_CST);
    // The thread waits only for time, as in its event loop.
    note_absence(clock, since == 0);
}

void wait_for_turn(struct page_clock *clock, bool (*gives_up)(void)) {
    uint32_t turn = __atomic_load_n(&clock->turn, __ATOMIC_SEQ_CST);
    if (!is_latest(clock)) return;
    __atomic_add_fetch(&clock->awaits_turn, 1, __ATOMIC_SEQ_CST);
    const struct timespec interval = {.tv_nsec = 100000000};
    while (__atomic_load_n(&clock->turn, __ATOMIC_SEQ_CST) == turn && is_latest(clock) && !(gives_up && gives_up())) {
        real()->syscall(SYS_futex, &clock->turn, FUTEX_WAIT, turn, gives_up ? &interval : NULL, NULL, 0);
    }
    if (is_latest(clock)) __atomic_sub_fetch(&clock->awaits_turn, 1, __ATOMIC_SEQ_CST);
}

void wait_for_picture(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    if (!is_latest(clock) || !__atomic_load_n(&clock->ends_at_picture, __ATOMIC_SEQ_CST)) return;
    if (__atomic_load_n(&clock->ended_refresh, __ATOMIC_SEQ_CST) == refreshes) return;
    __atomic_store_n(&clock->is_task_held, 1, __ATOMIC_SEQ_CST);
    note_absence(clock, false);
    while (__atomic_load_n(&clock->is_task_held, __ATOMIC_SEQ_CST) &&
           !__atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST)) {
        real()->syscall(SYS_futex, &clock->is_task_held, FUTEX_WAIT, 1, NULL, NULL, 0);
    }
    note_absence(clock, true);
}

static int find_page(void) {
    int error = errno;
    struct page_clock *page = strcmp(program_invocation_short_name, program) == 0 ? map_shared(PAGE_CLOCK_VARIABLE, sizeof *page) : NULL;
    errno = error;
    if (!page || __atomic_load_n(&page->magic, __ATOMIC_ACQUIRE) != PAGE_CLOCK_MAGIC) return ABSENT;
    // If two threads get here at once, one maps in vain.
    struct page_clock *none = NULL;
    __atomic_store_n(&page->is_in_use, 1, __ATOMIC_RELEASE);
    if (__atomic_compare_exchange_n(&shared, &none, page, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        number = __atomic_add_fetch(&page->processes, 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&page->awaits_turn, 0, __ATOMIC_SEQ_CST);
        __atomic_store_n(&page->is_waking, 0, __ATOMIC_SEQ_CST);
        note_absence(page, true);
    }
    return PRESENT;
}

struct page_clock *shared_page(void) {
    int known = atomic_load_explicit(&state, memory_order_acquire);
    if (known == UNKNOWN) {
        // The name is empty until the C library's constructor has run.
        if (!program_invocation_short_name[0]) return NULL;
        known = find_page();
        atomic_store_explicit(&state, known, memory_order_release);
    }
    return known == ABSENT ? NULL : shared;
}

struct page_clock *engaged_clock(void) {
    struct page_clock *page = shared_page();
    return page && __atomic_load_n(&page->engaged, __ATOMIC_ACQUIRE) ? page : NULL;
}

/// The time to which the process's first thread was nudged.
static _Atomic int64_t main_nudged_to;

static _Atomic bool has_had_workers;

bool has_workers(void) { return atomic_load(&has_had_workers); }

bool is_worker(void) {
    // The end of WebKit's name, all that the kernel keeps (WorkerThread.cpp, SharedWorkerThread.cpp).
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    return strcmp(name, "WebCore: Worker") == 0 || strstr(name, "SharedWorker") || strstr(name, "ServiceWorker");
}

/// The lead at a time of the clock; none before the first look.
static int64_t lead_at(int64_t now) { return thread.has_looked ? thread.lead + (now != thread.first_look) : 0; }

static int64_t time_at(int64_t now) {
    int64_t time = now + lead_at(now);
    return time > thread.nudged_to ? time : thread.nudged_to;
}

static void look_at(int64_t now) {
    if (thread.has_looked) return;
    thread.has_looked = true;
    thread.first_look = now;
    if (!is_worker()) return;
    atomic_store(&has_had_workers, true);
    int64_t ahead = atomic_load(&main_nudged_to) - now;
    thread.lead = ahead > 1 ? ahead : 1;
}

int64_t thread_lead(const struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    look_at(now);
    return lead_at(now);
}

int64_t thread_time(const struct page_clock *clock) {
    int64_t now = page_clock_now(clock);
    look_at(now);
    return time_at(now);
}

void nudge_thread(const struct page_clock *clock) {
    thread.nudged_to = time_at(page_clock_now(clock)) + 1;
    if (is_main_thread()) atomic_store(&main_nudged_to, thread.nudged_to);
}

bool is_valid(const struct timespec *time) {
    return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

static int64_t microseconds(const struct timespec *time, int64_t rounding) {
    // Before either clock began, which is as far back as it matters.
    if (time->tv_sec < 0) return 0;
    int64_t whole;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, (int64_t)1000000, &whole)
        || __builtin_add_overflow(whole, (time->tv_nsec + rounding) / 1000, &whole)) {
        return PAGE_CLOCK_NEVER;
    }
    return whole;
}

int64_t deadline_after(const struct page_clock *clock, const struct timespec *length) {
    int64_t now = page_clock_now(clock);
    int64_t deadline;
    if (__builtin_add_overflow(time_at(now) - lead_at(now), microseconds(length, 999), &deadline)) {
        return PAGE_CLOCK_NEVER;
    }
    return deadline;
}

int64_t clock_deadline(const struct page_clock *clock, clockid_t id, const struct timespec *time) {
    // Rounded to the nearest microsecond: callers use seconds in floating point, which is exact
    // to a quarter of one in this century.
    int64_t deadline = microseconds(time, 500);
    if (deadline == PAGE_CLOCK_NEVER) return deadline;
    if (id == CLOCK_REALTIME || id == CLOCK_TAI) deadline -= __atomic_load_n(&clock->wall_offset, __ATOMIC_ACQUIRE);
    return deadline - thread_lead(clock);
}

int64_t monotonic_deadline(const struct page_clock *clock, const struct timespec *time) {
    int64_t as_monotonic = clock_deadline(clock, CLOCK_MONOTONIC, time);
    int64_t as_wall = clock_deadline(clock, CLOCK_REALTIME, time);
    int64_t now = page_clock_now(clock);
    return llabs(as_wall - now) < llabs(as_monotonic - now) ? as_wall : as_monotonic;
}
