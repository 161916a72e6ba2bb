// nanosleep, clock_nanosleep.
#include <errno.h>
#include <signal.h>

#include "probe.h"

static int sleep_for(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time), rest = {-1, -1};
    int result = nanosleep(&length, &rest);
    if (result != 0) waiter->time = rest.tv_sec * INT64_C(1000000) + rest.tv_nsec / 1000;
    return result;
}

/// The clock is `number`.
static int sleep_by_clock(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time), rest = {-1, -1};
    int result = clock_nanosleep(waiter->number, 0, &length, &rest);
    if (result != 0) waiter->time = rest.tv_sec * INT64_C(1000000) + rest.tv_nsec / 1000;
    return result;
}

static int sleep_until(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return clock_nanosleep(waiter->number, TIMER_ABSTIME, &time, NULL);
}

static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME, CLOCK_TAI};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

static int64_t offset_of(clockid_t id) { return id == CLOCK_REALTIME || id == CLOCK_TAI ? WALL_OFFSET : 0; }

CHECK(nanosleep_ends_when_due, ENGAGED) {
    struct waiter waiter = {.wait = sleep_for, .time = 1500};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1500);
    expect_equal(waiter.result, 0, "nanosleep");
    expect_equal(waiting_count(), 0, "waits left behind");
    // One microsecond, and a second.
    waiter.time = 1;
    start(&waiter);
    expect_leaves_at(&waiter, START + 1501);
    waiter.time = 1000000;
    start(&waiter);
    expect_leaves_at(&waiter, START + 1001501);
}

CHECK(a_move_far_beyond_ends_a_sleep, ENGAGED) {
    struct waiter waiter = {.wait = sleep_for, .time = 1500};
    start(&waiter);
    await_deadline(START + 1500);
    expect(page_clock_move_to(page, START + 1000000000), "no thread was due");
    finish(&waiter);
    expect_equal(waiter.result, 0, "nanosleep");
}

CHECK(clock_nanosleep_ends_when_due, ENGAGED) {
    for (int index = 0; index < CLOCKS; index++) {
        struct waiter waiter = {.wait = sleep_by_clock, .number = clocks[index], .time = 2500};
        int64_t now = page_clock_now(page);
        start(&waiter);
        expect_leaves_at(&waiter, now + 2500);
        expect_equal(waiter.result, 0, "clock_nanosleep");
    }
}

CHECK(clock_nanosleep_until_a_time_ends_then, ENGAGED) {
    for (int index = 0; index < CLOCKS; index++) {
        int64_t time = page_clock_now(page) + 2500;
        struct waiter waiter = {.wait = sleep_until, .number = clocks[index], .time = time + offset_of(clocks[index])};
        start(&waiter);
        expect_leaves_at(&waiter, time);
        expect_equal(waiter.result, 0, "clock_nanosleep");
    }
}

CHECK(clock_nanosleep_until_the_past_ends_at_once, ENGAGED) {
    for (int index = 0; index < CLOCKS; index++) {
        struct waiter waiter = {
            .wait = sleep_until, .number = clocks[index], .time = START + offset_of(clocks[index])};
        start(&waiter);
        expect_left_now(&waiter, 0, 0);
        waiter.time = 0;
        start(&waiter);
        expect_left_now(&waiter, 0, 0);
    }
}

/// A thread that has read the clock before counts from that reading.
static int sleep_until_from_own_time(struct waiter *waiter) {
    reading(CLOCK_MONOTONIC);
    page_clock_move_to(page, START + 10);
    waiter->time = reading(CLOCK_MONOTONIC) + 100;
    waiter->number = CLOCK_MONOTONIC;
    int result = sleep_until(waiter);
    expect_equal(reading(CLOCK_MONOTONIC), waiter->time, "the time that the thread sees then");
    return result;
}

CHECK(a_thread_sleeps_until_the_time_it_means, ENGAGED) {
    struct waiter waiter = {.wait = sleep_until_from_own_time};
    start(&waiter);
    expect_leaves_at(&waiter, START + 110);
}

CHECK(sleeping_until_a_fraction_of_a_microsecond_comes_to_an_end, ENGAGED) {
    struct timespec time = timespec_of(START), now;
    time.tv_nsec += 400;
    do {
        expect_equal(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL), 0, "clock_nanosleep");
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec == time.tv_sec && now.tv_nsec < time.tv_nsec);
}

static void expect_interrupted(int (*wait)(struct waiter *), int result, int error, int flags) {
    int64_t now = page_clock_now(page);
    struct waiter waiter = {.wait = wait, .number = CLOCK_MONOTONIC, .time = 5000};
    start(&waiter);
    await_deadline(now + 5000);
    page_clock_move_to(page, now + 2000);
    interrupt(&waiter, flags);
    expect_equal(waiter.result, result, "the result");
    if (error) expect_equal(waiter.error, error, "errno");
    expect_equal(waiter.time, 3000, "what is left");
    expect_equal(waiting_count(), 0, "waits left behind");
}

CHECK(a_handled_signal_ends_a_sleep, ENGAGED) {
    expect_interrupted(sleep_for, -1, EINTR, 0);
    expect_interrupted(sleep_by_clock, EINTR, 0, 0);
}

// signal(7): sleeps are never restarted, whatever the handler's flags.
CHECK(a_handled_signal_ends_a_sleep_with_sa_restart, ENGAGED) {
    expect_interrupted(sleep_for, -1, EINTR, SA_RESTART);
    expect_interrupted(sleep_by_clock, EINTR, 0, SA_RESTART);
}

CHECK(a_handled_signal_ends_a_sleep_until_a_time, ENGAGED) {
    struct waiter waiter = {.wait = sleep_until, .number = CLOCK_MONOTONIC, .time = START + 5000};
    start(&waiter);
    await_deadline(START + 5000);
    interrupt(&waiter, SA_RESTART);
    expect_equal(waiter.result, EINTR, "clock_nanosleep");
}

CHECK(an_endless_sleep_is_ended_by_a_signal_only, ENGAGED) {
    struct waiter waiter = {.wait = sleep_for, .time = INT64_MAX};
    start(&waiter);
    page_clock_move_to(page, START + (INT64_C(1) << 40));
    let_others_run();
    expect(!has_left(&waiter), "left before its time");
    interrupt(&waiter, 0);
    expect_equal(waiter.result, -1, "nanosleep");
    expect_equal(waiter.error, EINTR, "errno");
}

CHECK(sleeps_of_no_length_end_at_once, ENGAGED) {
    struct timespec none = {0, 0};
    expect_equal(nanosleep(&none, NULL), 0, "nanosleep");
    expect_equal(clock_nanosleep(CLOCK_REALTIME, 0, &none, NULL), 0, "clock_nanosleep");
}

CHECK(bad_lengths_of_sleep_are_refused, ENGAGED) {
    const struct timespec bad[] = {{0, -1}, {0, 1000000000}, {-1, 0}};
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        errno = 0;
        expect_equal(nanosleep(&bad[index], NULL), -1, "nanosleep");
        expect_equal(errno, EINVAL, "errno");
        expect_equal(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad[index], NULL), EINVAL, "clock_nanosleep");
        expect_equal(
            clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &bad[index], NULL), EINVAL, "clock_nanosleep until");
    }
    struct timespec length = {0, 1};
    expect_equal(clock_nanosleep(12345, 0, &length, NULL), EINVAL, "clock_nanosleep of an unknown clock");
    expect_equal(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &length, NULL), EINVAL, "clock_nanosleep of a thread");
}

CHECK(processor_time_is_slept_really, ENGAGED) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    expect_equal(clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, TIMER_ABSTIME, &now, NULL), 0, "clock_nanosleep");
}
