// Threads that wait for time by polling it.
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <sys/time.h>

#include "probe.h"

/// Reads a clock until it has advanced by a length.
static int read_until_later(struct waiter *waiter) {
    int64_t begin = reading(waiter->number);
    errno = 7;
    while (reading(waiter->number) - begin < waiter->time) continue;
    return 0;
}

static void ignore_signal(int signal) { (void)signal; }

static void expect_gets_time(clockid_t id) {
    struct waiter waiter = {.wait = read_until_later, .number = id, .time = 3000};
    int64_t now = page_clock_now(page);
    start(&waiter);
    for (int step = 1; step <= 3; step++) {
        await_deadline(now + 1000 * step);
        // Waits that are due in between happen.
        expect(!page_clock_move_to(page, now + 1000 * step - 1), "a thread was due too early");
        expect_equal(page_clock_spinning_since(page), 0, "a thread that is not the first says that it spins");
        page_clock_move_to(page, now + 1000 * step);
    }
    finish(&waiter);
    expect_equal(waiter.left_at, now + 3000, "when the thread went on");
    expect_equal(waiter.error, 7, "errno");
    expect_equal(waiting_count(), 0, "waits left behind");
}

CHECK(reading_again_and_again_takes_time, ENGAGED) {
    expect_gets_time(CLOCK_MONOTONIC);
    expect_gets_time(CLOCK_REALTIME);
}

static int read_day_until_later(struct waiter *waiter) {
    struct timeval day, begin;
    gettimeofday(&begin, NULL);
    do gettimeofday(&day, NULL);
    while ((day.tv_sec - begin.tv_sec) * 1000000 + day.tv_usec - begin.tv_usec < waiter->time);
    return 0;
}

static int read_seconds_until_later(struct waiter *waiter) {
    (void)waiter;
    time_t begin = time(NULL);
    while (time(NULL) == begin) continue;
    return 0;
}

CHECK(reading_the_time_of_day_takes_time, ENGAGED) {
    struct waiter waiter = {.wait = read_day_until_later, .time = 1000};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1000);
    page_clock_move_to(page, START + 999500);
    waiter.wait = read_seconds_until_later;
    start(&waiter);
    expect_leaves_at(&waiter, START + 1000500);
}

CHECK(a_handled_signal_does_not_end_a_wait_by_reading, ENGAGED) {
    struct waiter waiter = {.wait = read_until_later, .number = CLOCK_MONOTONIC, .time = 1000};
    signal(SIGUSR1, ignore_signal);
    start(&waiter);
    await_deadline(START + 1000);
    for (int count = 0; count < 100; count++) {
        pthread_kill(waiter.thread, SIGUSR1);
        let_others_run();
        expect_equal(page_clock_next_deadline(page, START), START + 1000, "until when the thread waits");
    }
    expect_leaves_at(&waiter, START + 1000);
}

static int read_often(struct waiter *waiter) {
    for (int round = 0; round < waiter->number; round++) reading(CLOCK_MONOTONIC);
    return 0;
}

CHECK(reading_often_takes_no_time, ENGAGED) {
    struct waiter waiter = {.wait = read_often, .number = 999000};
    for (int step = 1; step < 4; step++) {
        start(&waiter);
        finish(&waiter);
        // Other threads' reads, and reads of another time, are not counted.
        read_often(&waiter);
        move_by(1000);
    }
    expect_equal(page_clock_now(page), START + 3000, "the time");
}

/// Advances the time whenever the first thread spins.
static int move_while_spinning(struct waiter *waiter) {
    for (int step = 0; step < waiter->number; step++) {
        await_deadline(START + 1000 * (step + 1));
        expect_equal(page_clock_spinning_since(page), START, "since when the first thread spins");
        expect(!page_clock_is_away(page), "a thread that spins is said to be away");
        move_by(1000);
    }
    return 0;
}

CHECK(the_first_thread_tells_that_it_spins, ENGAGED) {
    struct waiter recorder = {.wait = move_while_spinning, .number = 3}, reader = {.number = CLOCK_MONOTONIC, .time = 3000};
    start(&recorder);
    read_until_later(&reader);
    finish(&recorder);
    expect_equal(page_clock_now(page), START + 3000, "the time");
    expect_equal(page_clock_spinning_since(page), 0, "since when the first thread spins");
    expect(page_clock_is_away(page), "a thread that works is not said to be away");
}

/// Ends a loop once the time has advanced.
static gboolean go_on(void *loop) {
    if (page_clock_now(page) < START + 2000) return G_SOURCE_CONTINUE;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

static gboolean expect_not_due(void *unused) {
    (void)unused;
    expect(false, "a timer fired too early");
    return G_SOURCE_REMOVE;
}

/// Advances the time whenever a loop waits for it, and uses the loop's sources meanwhile.
static int change_sources(struct waiter *waiter) {
    for (int step = 1; step <= 2; step++) {
        await_deadline(START + 1000 * step);
        // Needs the lock of the loop.
        g_source_set_ready_time(waiter->object, START + 100000000 + step);
        move_by(1000);
    }
    return 0;
}

CHECK(a_loop_that_never_rests_gets_time_without_its_lock, ENGAGED) {
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    // The loop reads the time for it in each iteration.
    GSource *timer = g_timeout_source_new(1000000);
    g_source_set_callback(timer, expect_not_due, NULL, NULL);
    g_source_attach(timer, NULL);
    g_idle_add(go_on, loop);
    struct waiter recorder = {.wait = change_sources, .object = timer};
    start(&recorder);
    g_main_loop_run(loop);
    finish(&recorder);
    expect_equal(page_clock_now(page), START + 2000, "the time");
    g_source_destroy(timer);
    g_source_unref(timer);
    g_main_loop_unref(loop);
}
