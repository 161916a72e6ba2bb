// pthread_cond_timedwait, pthread_cond_clockwait.
#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "probe.h"

/// A condition and its state.
struct place {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool is_open;
};

/// An error-checking mutex.
static void set_up(struct place *place, clockid_t id) {
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&place->mutex, &mutex);
    pthread_condattr_t condition;
    pthread_condattr_init(&condition);
    pthread_condattr_setclock(&condition, id);
    pthread_cond_init(&place->condition, &condition);
    place->is_open = false;
}

static void open_place(struct place *place) {
    pthread_mutex_lock(&place->mutex);
    place->is_open = true;
    pthread_cond_signal(&place->condition);
    pthread_mutex_unlock(&place->mutex);
}

/// Which function a waiter calls; with the condition's clock or an explicit one.
enum { BY_CONDITION = -1 };

static int wait_once(struct waiter *waiter) {
    struct place *place = waiter->object;
    struct timespec time = timespec_of(waiter->time);
    if (waiter->number == BY_CONDITION) return pthread_cond_timedwait(&place->condition, &place->mutex, &time);
    return pthread_cond_clockwait(&place->condition, &place->mutex, waiter->number, &time);
}

/// Waits like a program: until the gate is open, or too late.
static int wait_for_place(struct waiter *waiter) {
    struct place *place = waiter->object;
    expect_equal(pthread_mutex_lock(&place->mutex), 0, "lock");
    int result = 0;
    while (!place->is_open && result == 0) result = wait_once(waiter);
    expect_equal(pthread_mutex_unlock(&place->mutex), 0, "unlocking what must be locked");
    return result;
}

/// The clocks of a condition and of a call in a check.
static const struct {
    clockid_t condition;
    int call;
    int64_t offset;
} kinds[] = {
    {CLOCK_REALTIME, BY_CONDITION, WALL_OFFSET},
    {CLOCK_MONOTONIC, BY_CONDITION, 0},
    {CLOCK_REALTIME, CLOCK_REALTIME, WALL_OFFSET},
    {CLOCK_REALTIME, CLOCK_MONOTONIC, 0},
    {CLOCK_MONOTONIC, CLOCK_REALTIME, WALL_OFFSET},
    {CLOCK_MONOTONIC, CLOCK_MONOTONIC, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

CHECK(a_condition_is_waited_for_until_due, ENGAGED) {
    for (int index = 0; index < KINDS; index++) {
        struct place place;
        set_up(&place, kinds[index].condition);
        int64_t deadline = page_clock_now(page) + 4321;
        struct waiter waiter = {
            .wait = wait_for_place, .number = kinds[index].call, .time = deadline + kinds[index].offset,
            .object = &place};
        start(&waiter);
        expect_leaves_at(&waiter, deadline);
        expect_equal(waiter.result, ETIMEDOUT, "the result");
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(a_condition_that_is_signalled_ends_the_wait, ENGAGED) {
    for (int index = 0; index < KINDS; index++) {
        struct place place;
        set_up(&place, kinds[index].condition);
        struct waiter waiter = {
            .wait = wait_for_place, .number = kinds[index].call, .time = START + 4321 + kinds[index].offset,
            .object = &place};
        start(&waiter);
        await_deadline(START + 4321);
        open_place(&place);
        expect_left_now(&waiter, 0, 0);
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

/// Without a timeout.
static int wait_for_ever(struct waiter *waiter) {
    struct place *place = waiter->object;
    pthread_mutex_lock(&place->mutex);
    while (!place->is_open) {
        __atomic_add_fetch(&waiter->number, 1, __ATOMIC_SEQ_CST);
        pthread_cond_wait(&place->condition, &place->mutex);
    }
    pthread_mutex_unlock(&place->mutex);
    return 0;
}

CHECK(others_at_the_same_condition_go_on_waiting, ENGAGED) {
    struct place place;
    set_up(&place, CLOCK_REALTIME);
    struct waiter endless = {.wait = wait_for_ever, .object = &place};
    start(&endless);
    while (__atomic_load_n(&endless.number, __ATOMIC_SEQ_CST) == 0) usleep(50);
    struct waiter waiters[10];
    for (int index = 0; index < 10; index++) {
        waiters[index] = (struct waiter){
            .wait = wait_for_place, .number = BY_CONDITION, .object = &place,
            .time = START + WALL_OFFSET + 1000 * (index + 1)};
        start(&waiters[index]);
    }
    for (int index = 0; index < 10; index++) {
        // A thread woken in vain waits again, like a thread that has read the clock: one
        // microsecond ahead of it.
        int64_t deadline = START + 1000 * (index + 1) - (index > 0);
        expect_leaves_at(&waiters[index], deadline);
        expect_equal(waiters[index].result, ETIMEDOUT, "the result");
    }
    expect(!has_left(&endless), "a wait without a time-out ended");
    open_place(&place);
    finish(&endless);
}

CHECK(many_at_one_condition_leave_at_the_same_time, ENGAGED) {
    struct place place;
    set_up(&place, CLOCK_MONOTONIC);
    struct waiter waiters[50];
    for (int index = 0; index < 50; index++) {
        waiters[index] = (struct waiter){
            .wait = wait_for_place, .number = BY_CONDITION, .object = &place, .time = START + 1000};
        start(&waiters[index]);
    }
    await_waits(50);
    page_clock_move_to(page, START + 1000);
    for (int index = 0; index < 50; index++) {
        finish(&waiters[index]);
        expect_equal(waiters[index].result, ETIMEDOUT, "the result");
    }
    expect_equal(waiting_count(), 0, "waits left behind");
}

/// Waits until the shared memory says whether a due wait cannot end.
static void await_waking(bool is_waking) {
    while (page_clock_is_waking(page) != is_waking) sched_yield();
}

CHECK(the_recorder_is_told_of_a_wait_that_cannot_end_yet, ENGAGED) {
    struct place place, other;
    set_up(&place, CLOCK_MONOTONIC);
    set_up(&other, CLOCK_MONOTONIC);
    struct waiter waiter = {
        .wait = wait_for_place, .number = BY_CONDITION, .object = &place, .time = START + 1000};
    start(&waiter);
    await_deadline(START + 1000);
    pthread_mutex_lock(&place.mutex);
    page_clock_move_to(page, START + 1000);
    await_waking(true);
    // Others wake at later times meanwhile.
    for (int index = 2; index < 5; index++) {
        struct waiter later = {
            .wait = wait_for_place, .number = BY_CONDITION, .object = &other, .time = START + index * 1000};
        start(&later);
        await_deadline(START + index * 1000);
        page_clock_move_to(page, START + index * 1000);
        finish(&later);
        expect_equal(later.result, ETIMEDOUT, "the result");
    }
    expect(!has_left(&waiter), "a wait ended without its mutex");
    // Only for so long: it may be waiting for a later time.
    await_waking(false);
    pthread_mutex_unlock(&place.mutex);
    finish(&waiter);
    expect_equal(waiter.result, ETIMEDOUT, "the result");
    expect(!page_clock_is_waking(page), "a wait that has ended counts as due");
}

CHECK(a_condition_whose_time_has_passed_is_too_late, ENGAGED) {
    for (int index = 0; index < KINDS; index++) {
        struct place place;
        set_up(&place, kinds[index].condition);
        struct waiter waiter = {.wait = wait_for_place, .number = kinds[index].call, .object = &place};
        const int64_t past[] = {START + kinds[index].offset, START - 500000 + kinds[index].offset, 0};
        for (int round = 0; round < 3; round++) {
            waiter.time = past[round];
            start(&waiter);
            expect_left_now(&waiter, ETIMEDOUT, 0);
        }
    }
}

CHECK(a_condition_until_before_the_epoch_is_too_late, ENGAGED) {
    for (int index = 0; index < KINDS; index++) {
        struct place place;
        set_up(&place, kinds[index].condition);
        const time_t seconds[] = {-1, -1000000, INT64_MIN / 1000000 - 1, INT64_MIN};
        for (int round = 0; round < 4; round++) {
            struct timespec time = {.tv_sec = seconds[round]};
            pthread_mutex_lock(&place.mutex);
            int result = kinds[index].call == BY_CONDITION
                ? pthread_cond_timedwait(&place.condition, &place.mutex, &time)
                : pthread_cond_clockwait(&place.condition, &place.mutex, kinds[index].call, &time);
            expect_equal(result, ETIMEDOUT, "the result");
            expect_equal(pthread_mutex_unlock(&place.mutex), 0, "unlocking what must be locked");
        }
    }
}

static int open_after_a_while(struct waiter *waiter) {
    open_place(waiter->object);
    return 0;
}

CHECK(a_wait_whose_time_has_passed_lets_go_of_the_mutex, ENGAGED) {
    struct place place;
    set_up(&place, CLOCK_MONOTONIC);
    struct timespec past = timespec_of(START);
    struct waiter other = {.wait = open_after_a_while, .object = &place};
    pthread_mutex_lock(&place.mutex);
    start(&other);
    while (!place.is_open) {
        expect_equal(pthread_cond_timedwait(&place.condition, &place.mutex, &past), ETIMEDOUT, "the result");
    }
    expect_equal(pthread_mutex_unlock(&place.mutex), 0, "unlocking what must be locked");
    finish(&other);
}

CHECK(a_condition_may_be_waited_for_without_end, ENGAGED) {
    for (int index = 0; index < KINDS; index++) {
        struct place place;
        set_up(&place, kinds[index].condition);
        struct waiter waiter = {
            .wait = wait_for_place, .number = kinds[index].call, .time = INT64_MAX, .object = &place};
        start(&waiter);
        move_by(1000000);
        let_others_run();
        expect(!has_left(&waiter), "left before its time");
        open_place(&place);
        expect_left_now(&waiter, 0, 0);
    }
}

CHECK(a_condition_may_be_waited_for_far_into_the_future, ENGAGED) {
    // From a day to twenty years. Beyond that, the page's two clocks overlap.
    const int64_t day = INT64_C(24) * 3600 * 1000000, lengths[] = {day, 365 * day, 20 * 365 * day};
    for (int index = 0; index < KINDS; index++) {
        for (int round = 0; round < 3; round++) {
            struct place place;
            set_up(&place, kinds[index].condition);
            struct waiter waiter = {
                .wait = wait_for_place, .number = kinds[index].call, .object = &place,
                .time = START + lengths[round] + kinds[index].offset};
            start(&waiter);
            await_deadline(START + lengths[round]);
            open_place(&place);
            expect_left_now(&waiter, 0, 0);
        }
    }
}

CHECK(bad_times_of_a_condition_are_refused, ENGAGED) {
    struct place place;
    set_up(&place, CLOCK_MONOTONIC);
    pthread_mutex_lock(&place.mutex);
    const struct timespec bad[] = {{2000, -1}, {2000, 1000000000}};
    for (int index = 0; index < 2; index++) {
        expect_equal(pthread_cond_timedwait(&place.condition, &place.mutex, &bad[index]), EINVAL, "timedwait");
        expect_equal(
            pthread_cond_clockwait(&place.condition, &place.mutex, CLOCK_MONOTONIC, &bad[index]), EINVAL, "clockwait");
    }
    struct timespec time = {2000, 0};
    const clockid_t unknown[] = {CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID, 12345};
    for (int index = 0; index < 4; index++) {
        expect_equal(
            pthread_cond_clockwait(&place.condition, &place.mutex, unknown[index], &time), EINVAL, "another clock");
    }
    expect_equal(pthread_mutex_unlock(&place.mutex), 0, "unlocking what must be locked");
}

CHECK(a_cancelled_thread_leaves_no_wait_behind, ENGAGED) {
    struct place place;
    set_up(&place, CLOCK_REALTIME);
    struct waiter waiter = {
        .wait = wait_for_place, .number = BY_CONDITION, .object = &place, .time = START + WALL_OFFSET + 1000};
    start(&waiter);
    await_deadline(START + 1000);
    pthread_cancel(waiter.thread);
    finish(&waiter);
    expect_equal(waiting_count(), 0, "waits left behind");
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
        expect(!page->waits[index].taken, "entry %d is still taken", index);
    }
}
