// Which programs use the page's clock, and from when on.
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "probe.h"

/// Times of the real clock, taken around a call.
static int64_t real_length(void (*wait)(void)) {
    int64_t before = real_reading(CLOCK_MONOTONIC);
    wait();
    return real_reading(CLOCK_MONOTONIC) - before;
}

static void sleep_really(void) {
    struct timespec length = timespec_of(2000);
    expect_equal(nanosleep(&length, NULL), 0, "nanosleep");
}

static void sleep_until_really(void) {
    struct timespec time = timespec_of(reading(CLOCK_MONOTONIC) + 2000);
    expect_equal(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL), 0, "clock_nanosleep");
}

static void poll_really(void) { expect_equal(poll(NULL, 0, 2), 0, "poll"); }

static void poll_precisely_really(void) {
    struct timespec length = timespec_of(2000);
    expect_equal(ppoll(NULL, 0, &length, NULL), 0, "ppoll");
}

static void await_condition_really(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&mutex);
    struct timespec time = timespec_of(reading(CLOCK_REALTIME) + 2000);
    expect_equal(pthread_cond_timedwait(&condition, &mutex, &time), ETIMEDOUT, "pthread_cond_timedwait");
    time = timespec_of(reading(CLOCK_MONOTONIC) + 2000);
    expect_equal(
        pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &time), ETIMEDOUT, "pthread_cond_clockwait");
    pthread_mutex_unlock(&mutex);
}

static void await_futex_really(void) {
    uint32_t word = 0;
    struct timespec length = timespec_of(2000);
    expect_equal(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &length, NULL, 0), -1, "FUTEX_WAIT");
    expect_equal(errno, ETIMEDOUT, "errno");
}

static void expect_all_real(void) {
    expect_real_time();
    expect(reading(CLOCK_REALTIME) >= real_reading(CLOCK_REALTIME) - 60000000, "the wall clock is not the real one");
    void (*const waits[])(void) = {sleep_really,          sleep_until_really,     poll_really,
                                   poll_precisely_really, await_condition_really, await_futex_really};
    for (size_t index = 0; index < sizeof waits / sizeof *waits; index++) {
        int64_t length = real_length(waits[index]);
        expect(length >= 2000, "wait %zu took %lld microseconds", index, (long long)length);
    }
    expect_equal(waiting_count(), 0, "waits in the shared page");
}

CHECK(real_until_engaged, NOT_ENGAGED) {
    expect_all_real();
    expect(page_clock_is_in_use(page), "the page is not told to be in use");
    page_clock_engage(page);
    expect_equal(reading(CLOCK_MONOTONIC), START, "the time once the clock is engaged");
}

static void expect_unused(void) {
    expect_all_real();
    expect(!page_clock_is_in_use(page), "the clock is reported to be in use");
}

CHECK(real_in_another_program, OTHER_PROGRAM) { expect_unused(); }
CHECK(real_without_a_file_named, NO_VARIABLE) { expect_unused(); }
CHECK(real_without_the_file, NO_FILE) { expect_unused(); }
CHECK(real_with_an_empty_file, EMPTY_FILE) { expect_unused(); }
CHECK(real_with_a_file_of_another_kind, FOREIGN_FILE) { expect_unused(); }
CHECK(real_with_a_folder, FOLDER) { expect_unused(); }

static int early_result = -1;
static struct timespec early_time;

/// Runs before all constructors, including the C library's; for one check only.
static void read_early(int count, char **arguments, char **environment) {
    (void)environment;
    if (count != 2 || strcmp(arguments[1], "reading_before_all_constructors_works") != 0) return;
    early_result = clock_gettime(CLOCK_MONOTONIC, &early_time);
}

__attribute__((section(".preinit_array"), used)) static void (*const early)(int, char **, char **) = read_early;

CHECK(reading_before_all_constructors_works, ENGAGED) {
    expect_equal(early_result, 0, "clock_gettime");
    expect(early_time.tv_sec > 0, "no time");
    expect_equal(reading(CLOCK_MONOTONIC), START, "the time later on");
}

static struct timespec constructed_time;

/// Runs before the program's other constructors.
__attribute__((constructor(101))) static void read_in_constructor(void) {
    clock_gettime(CLOCK_MONOTONIC, &constructed_time);
}

CHECK(reading_in_a_constructor_gives_the_pages_time, ENGAGED) {
    expect_equal(constructed_time.tv_sec, START / 1000000, "the time");
}
