// Waiting threads, observed from outside.
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

static void *run(void *argument) {
    struct waiter *waiter = argument;
    errno = 0;
    waiter->result = waiter->wait(waiter);
    waiter->error = errno;
    waiter->left_at = page_clock_now(page);
    __atomic_store_n(&waiter->has_left, true, __ATOMIC_SEQ_CST);
    return NULL;
}

void start(struct waiter *waiter) {
    waiter->has_left = false;
    expect_equal(pthread_create(&waiter->thread, NULL, run, waiter), 0, "pthread_create");
}

bool has_left(const struct waiter *waiter) { return __atomic_load_n(&waiter->has_left, __ATOMIC_SEQ_CST); }

void finish(struct waiter *waiter) { expect_equal(pthread_join(waiter->thread, NULL), 0, "pthread_join"); }

void expect_left_now(struct waiter *waiter, int result, int error) {
    int64_t now = page_clock_now(page);
    finish(waiter);
    expect_equal(waiter->left_at, now, "the time of leaving");
    expect_equal(waiter->result, result, "the result");
    if (error) expect_equal(waiter->error, error, "errno");
}

static int sleep_until(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

void expect_leaves_at(struct waiter *waiter, int64_t deadline) {
    await_deadline(deadline);
    if (deadline - 1 > page_clock_now(page)) {
        // One is due a microsecond earlier. Once it has returned, all due threads have been
        // examined.
        struct waiter early = {.wait = sleep_until, .time = deadline - 1};
        start(&early);
        await_deadline(deadline - 1);
        expect(page_clock_move_to(page, deadline - 1), "no thread was due at %lld", (long long)deadline - 1);
        finish(&early);
        expect_equal(early.left_at, deadline - 1, "the time at which the early thread left");
        let_others_run();
        await_deadline(deadline);
        expect(!has_left(waiter), "left before its time");
    }
    expect(page_clock_move_to(page, deadline), "no thread was due at %lld", (long long)deadline);
    finish(waiter);
    expect_equal(waiter->left_at, deadline, "the time of leaving");
}

int waiting_count(void) {
    int count = 0;
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
        count += __atomic_load_n(&page->waits[index].deadline, __ATOMIC_SEQ_CST) != PAGE_CLOCK_NEVER;
    }
    return count;
}

void await_waits(int count) {
    while (waiting_count() != count) usleep(50);
}

void await_deadline(int64_t deadline) {
    while (true) {
        for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
            if (__atomic_load_n(&page->waits[index].deadline, __ATOMIC_SEQ_CST) == deadline) return;
        }
        usleep(50);
    }
}

void await_nobody_due(void) {
    while (page_clock_next_deadline(page, 0) <= page_clock_now(page)) sched_yield();
}

void let_others_run(void) {
    for (int round = 0; round < 20; round++) sched_yield();
}

static void ignore(int signal) { (void)signal; }

void interrupt(struct waiter *waiter, int flags) {
    struct sigaction action = {.sa_handler = ignore, .sa_flags = flags};
    sigaction(SIGUSR1, &action, NULL);
    // A signal before the thread sleeps does not end its sleep.
    while (!has_left(waiter)) {
        pthread_kill(waiter->thread, SIGUSR1);
        usleep(200);
    }
    finish(waiter);
}

void move_by(int64_t length) { page_clock_move_to(page, page_clock_now(page) + length); }

struct timespec timespec_of(int64_t microseconds) {
    return (struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
}

static int64_t microseconds_of(struct timespec time) { return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000; }

int64_t reading(clockid_t id) {
    struct timespec time;
    expect_equal(clock_gettime(id, &time), 0, "clock_gettime");
    return microseconds_of(time);
}

int64_t real_reading(clockid_t id) {
    // The library replaces calls by number, too.
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(dlopen("libc.so.6", RTLD_NOW), "clock_gettime");
    struct timespec time;
    expect(real != NULL, "the C library has no clock_gettime");
    expect_equal(real(id, &time), 0, "the C library's clock_gettime");
    return microseconds_of(time);
}

void expect_real_time(void) {
    for (int round = 0; round < 100; round++) {
        int64_t before = real_reading(CLOCK_MONOTONIC);
        int64_t between = reading(CLOCK_MONOTONIC);
        int64_t after = real_reading(CLOCK_MONOTONIC);
        expect(before <= between && between <= after, "the time is not the real one");
    }
}
