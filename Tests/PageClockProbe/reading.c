// Reading the time.
#include <errno.h>
#include <sys/prctl.h>
#include <sys/time.h>

#include "probe.h"

static const clockid_t machine_clocks[] = {
    CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME};
static const clockid_t wall_clocks[] = {CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_TAI};

#define COUNT(array) (sizeof array / sizeof *array)

static void expect_times(int64_t wanted) {
    for (size_t index = 0; index < COUNT(machine_clocks); index++) {
        expect_equal(reading(machine_clocks[index]), wanted, "a clock of the machine's time");
    }
    int64_t wall = wanted + WALL_OFFSET;
    for (size_t index = 0; index < COUNT(wall_clocks); index++) {
        expect_equal(reading(wall_clocks[index]), wall, "a wall clock");
    }
    struct timeval day;
    expect_equal(gettimeofday(&day, NULL), 0, "gettimeofday");
    expect_equal(day.tv_sec * INT64_C(1000000) + day.tv_usec, wall, "the time of day");
    time_t stored = 0;
    expect_equal(time(&stored), wall / 1000000, "time");
    expect_equal(stored, wall / 1000000, "what time stores");
    expect_equal(time(NULL), wall / 1000000, "time without a place to store it");
}

CHECK(clocks_follow_the_page, ENGAGED) {
    expect_times(START);
    // From its first read on, a thread is one microsecond ahead.
    page_clock_move_to(page, START + 1);
    expect_times(START + 2);
    page_clock_move_to(page, START + 12345678);
    expect_times(START + 12345679);
}

CHECK(wall_time_may_be_before_1970, ENGAGED) {
    page->wall_offset = -START - 1500000;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    expect_equal(time.tv_sec, -2, "seconds");
    expect_equal(time.tv_nsec, 500000000, "nanoseconds");
}

CHECK(time_stands_still_between_moves, ENGAGED) {
    for (int round = 0; round < 100000; round++) expect_equal(reading(CLOCK_MONOTONIC), START, "the time");
    expect(!page_clock_move_to(page, START), "a move to the same time woke a thread");
    expect(!page_clock_move_to(page, START - 1), "a move backward woke a thread");
    expect_equal(reading(CLOCK_MONOTONIC), START, "the time after moves that are none");
    page_clock_move_to(page, START + 1000);
    int64_t wall = START + 1001 + WALL_OFFSET;
    for (int round = 0; round < 100000; round++) expect_equal(reading(CLOCK_REALTIME), wall, "the wall time");
}

CHECK(processor_time_stays_real, ENGAGED) {
    const clockid_t ids[] = {CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
    for (size_t index = 0; index < COUNT(ids); index++) {
        int64_t before = real_reading(ids[index]);
        int64_t between = reading(ids[index]);
        expect(before <= between && between <= real_reading(ids[index]), "clock %d is not real", ids[index]);
    }
    clockid_t own;
    expect_equal(pthread_getcpuclockid(pthread_self(), &own), 0, "pthread_getcpuclockid");
    int64_t before = real_reading(own);
    expect(before <= reading(own), "the clock of a thread by its number is not real");
}

CHECK(unknown_clock_is_refused, ENGAGED) {
    struct timespec time;
    errno = 0;
    expect_equal(clock_gettime(12345, &time), -1, "clock_gettime");
    expect_equal(errno, EINVAL, "errno");
}

CHECK(time_zone_is_the_machines, ENGAGED) {
    struct timezone wanted = {0, 0}, found = {-1, -1};
    expect_equal(syscall(SYS_gettimeofday, NULL, &wanted), 0, "the kernel's gettimeofday");
    struct timeval day;
    expect_equal(gettimeofday(&day, &found), 0, "gettimeofday");
    expect_equal(found.tz_minuteswest, wanted.tz_minuteswest, "minutes west");
    expect_equal(found.tz_dsttime, wanted.tz_dsttime, "summer time");
}

static int look(struct waiter *waiter) {
    waiter->time = reading(CLOCK_MONOTONIC);
    return 0;
}

CHECK(each_thread_is_ahead_but_at_its_first_look, ENGAGED) {
    expect_equal(reading(CLOCK_MONOTONIC), START, "the first look");
    page_clock_move_to(page, START + 10);
    expect_equal(reading(CLOCK_MONOTONIC), START + 11, "a later look");
    struct waiter other = {.wait = look};
    start(&other);
    finish(&other);
    expect_equal(other.time, START + 10, "another thread's first look");
}

/// Waits with a timeout of zero.
static void nudge(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec past = timespec_of(START + WALL_OFFSET);
    pthread_mutex_lock(&mutex);
    expect_equal(pthread_cond_timedwait(&condition, &mutex, &past), ETIMEDOUT, "a wait for no time");
    pthread_mutex_unlock(&mutex);
}

static int look_twice(struct waiter *waiter) {
    prctl(PR_SET_NAME, "WebCore: Worker");
    reading(CLOCK_MONOTONIC);
    struct timespec length = timespec_of(1000);
    nanosleep(&length, NULL);
    waiter->time = reading(CLOCK_MONOTONIC);
    return 0;
}

CHECK(a_worker_counts_a_microsecond_more_than_its_length, ENGAGED) {
    reading(CLOCK_MONOTONIC);
    move_by(10);
    int64_t made = reading(CLOCK_MONOTONIC);
    struct waiter worker = {.wait = look_twice};
    start(&worker);
    expect_leaves_at(&worker, START + 1010);
    expect_equal(worker.time - made, 1001, "what a worker has counted");
    // However far the page's thread was ahead when it created the worker.
    for (int count = 0; count < 5; count++) nudge();
    made = reading(CLOCK_MONOTONIC);
    expect_equal(made, START + 1016, "the time after five nudges");
    start(&worker);
    expect_leaves_at(&worker, START + 2010);
    expect_equal(worker.time - made, 1001, "what another worker has counted");
}

CHECK(a_nudged_threads_time_goes_on_and_never_back, ENGAGED) {
    for (int count = 0; count < 10; count++) {
        expect_equal(reading(CLOCK_MONOTONIC), START + count, "the time");
        nudge();
    }
    int64_t last = reading(CLOCK_MONOTONIC);
    expect_equal(last, START + 10, "the time after ten nudges");
    for (int64_t time = START + 1; time <= START + 100; time++) {
        page_clock_move_to(page, time);
        int64_t now = reading(CLOCK_MONOTONIC);
        expect(now >= last, "the time went back from %lld to %lld", (long long)last, (long long)now);
        last = now;
    }
    expect_equal(last, START + 101, "the time once the clock has caught up");
}

static int sleep_for(struct waiter *waiter) {
    for (int count = 0; count < waiter->number; count++) nudge();
    waiter->time = reading(CLOCK_MONOTONIC);
    struct timespec length = timespec_of(1000);
    nanosleep(&length, NULL);
    waiter->time = reading(CLOCK_MONOTONIC) - waiter->time;
    return 0;
}

CHECK(a_nudged_thread_sleeps_no_less, ENGAGED) {
    struct waiter nudged = {.wait = sleep_for, .number = 10};
    start(&nudged);
    await_waits(1);
    page_clock_move_to(page, page_clock_next_deadline(page, START));
    finish(&nudged);
    expect(nudged.time >= 1000, "it slept for %lld microseconds", (long long)nudged.time);
}
