// Reading the time: clock_gettime, gettimeofday, time, timespec_get, ftime, times.
#include <sys/timeb.h>
#include <sys/times.h>
#include <unistd.h>

#include "page.h"
#include "reading.h"
#include "real.h"
#include "spinning.h"

/// What the calling thread's next read of the monotonic clock returns at least.
static __thread int64_t next_least __attribute__((tls_model("initial-exec")));

void show_once(int64_t time) { next_least = time; }

static int64_t monotonic_time(const struct page_clock *clock) {
    int64_t time = thread_time(clock), least = next_least;
    next_least = 0;
    return time > least ? time : least;
}

static void split(int64_t microseconds, struct timespec *time) {
    time->tv_sec = microseconds / 1000000;
    time->tv_nsec = microseconds % 1000000 * 1000;
    // Times before 1970.
    if (time->tv_nsec < 0) {
        time->tv_sec--;
        time->tv_nsec += 1000000000;
    }
}

static int64_t wall_time(const struct page_clock *clock) {
    int64_t time = thread_time(clock) + __atomic_load_n(&clock->wall_offset, __ATOMIC_ACQUIRE);
    if (!__atomic_load_n(&clock->has_distinct_dates, __ATOMIC_ACQUIRE) || !is_main_thread()) return time;
    // The page makes ids from dates, and no time passes while it computes.
    static int64_t last;
    if (time < last + 1000) time = last + 1000;
    last = time;
    return time;
}

/// Clocks of CPU time stay real: they measure work.
INTERPOSED int clock_gettime(clockid_t id, struct timespec *time) {
    struct page_clock *clock = engaged_clock();
    if (clock) {
        switch (id) {
        case CLOCK_MONOTONIC:
        case CLOCK_MONOTONIC_RAW:
        case CLOCK_MONOTONIC_COARSE:
        case CLOCK_BOOTTIME:
            note_read(clock);
            split(monotonic_time(clock), time);
            return 0;
        case CLOCK_REALTIME:
        case CLOCK_REALTIME_COARSE:
        case CLOCK_TAI:
            note_read(clock);
            split(wall_time(clock), time);
            return 0;
        default:
            break;
        }
    }
    return real()->clock_gettime(id, time);
}

INTERPOSED int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    // The time zone stays the machine's.
    int result = real()->gettimeofday(time, zone);
    struct page_clock *clock = engaged_clock();
    if (!clock || result != 0) return result;
    note_read(clock);
    struct timespec exact;
    split(wall_time(clock), &exact);
    time->tv_sec = exact.tv_sec;
    time->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

INTERPOSED time_t time(time_t *result) {
    struct page_clock *clock = engaged_clock();
    if (!clock) return real()->time(result);
    note_read(clock);
    struct timespec exact;
    split(wall_time(clock), &exact);
    if (result) *result = exact.tv_sec;
    return exact.tv_sec;
}

INTERPOSED int timespec_get(struct timespec *time, int base) {
    const struct page_clock *clock = base == TIME_UTC ? engaged_clock() : NULL;
    if (!clock) return real()->timespec_get(time, base);
    split(wall_time(clock), time);
    return base;
}

/// Obsolete, and no longer declared in headers.
INTERPOSED int ftime(struct timeb *result) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    *result = (struct timeb){.time = exact.tv_sec, .millitm = (unsigned short)(exact.tv_nsec / 1000000)};
    return 0;
}

/// CPU times in `result` stay real; the return value is elapsed ticks of the page's time.
INTERPOSED clock_t times(struct tms *result) {
    clock_t ticks = real()->times(result);
    const struct page_clock *clock = engaged_clock();
    if (!clock || ticks == (clock_t)-1) return ticks;
    return (clock_t)(thread_time(clock) * sysconf(_SC_CLK_TCK) / 1000000);
}
