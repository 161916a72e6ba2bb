// pthread_mutex_*lock, pthread_rwlock_*lock, mtx_timedlock, sem_timedwait,
// sem_clockwait, cnd_timedwait, thrd_sleep, timespec_get.
#include <errno.h>
#include <semaphore.h>
#include <threads.h>

#include "probe.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t plain;
static sem_t semaphore;

static struct timespec wall(struct waiter *waiter) { return timespec_of(waiter->time + WALL_OFFSET); }

static int lock_mutex(struct waiter *waiter) {
    struct timespec time = wall(waiter);
    return pthread_mutex_timedlock(&mutex, &time);
}

static int lock_mutex_by_clock(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &time);
}

static int lock_plain(struct waiter *waiter) {
    struct timespec time = wall(waiter);
    return mtx_timedlock(&plain, &time) == thrd_timedout ? ETIMEDOUT : 0;
}

static int lock_reading(struct waiter *waiter) {
    struct timespec time = wall(waiter);
    return pthread_rwlock_timedrdlock(&rwlock, &time);
}

static int lock_writing_by_clock(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &time);
}

static int take(struct waiter *waiter) {
    struct timespec time = wall(waiter);
    return sem_timedwait(&semaphore, &time) == 0 ? 0 : errno;
}

static int take_by_clock(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return sem_clockwait(&semaphore, CLOCK_MONOTONIC, &time) == 0 ? 0 : errno;
}

static int (*const waits[])(struct waiter *) = {
    lock_mutex, lock_mutex_by_clock, lock_plain, lock_reading, lock_writing_by_clock, take, take_by_clock};
enum { WAITS = sizeof waits / sizeof *waits };

static void set_up(void) {
    expect_equal(mtx_init(&plain, mtx_timed), thrd_success, "mtx_init");
    expect_equal(sem_init(&semaphore, 0, 0), 0, "sem_init");
}

static void hold_all(void) {
    pthread_mutex_lock(&mutex);
    mtx_lock(&plain);
    pthread_rwlock_wrlock(&rwlock);
}

CHECK(every_wait_for_a_lock_ends_when_due, ENGAGED) {
    set_up();
    hold_all();
    for (int index = 0; index < WAITS; index++) {
        int64_t deadline = page_clock_now(page) + 3000;
        struct waiter waiter = {.wait = waits[index], .time = deadline};
        start(&waiter);
        await_deadline(deadline);
        page_clock_move_to(page, deadline - 1);
        let_others_run();
        expect(!has_left(&waiter), "wait %d left before its time", index);
        page_clock_move_to(page, deadline);
        finish(&waiter);
        expect_equal(waiter.result, ETIMEDOUT, "the result");
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(every_wait_for_a_lock_ends_when_it_is_free, ENGAGED) {
    set_up();
    hold_all();
    for (int index = 0; index < WAITS; index++) {
        struct waiter waiter = {.wait = waits[index], .time = START + 3000};
        start(&waiter);
        await_deadline(START + 3000);
        if (waits[index] == lock_mutex || waits[index] == lock_mutex_by_clock) pthread_mutex_unlock(&mutex);
        if (waits[index] == lock_plain) mtx_unlock(&plain);
        if (waits[index] == lock_reading || waits[index] == lock_writing_by_clock) pthread_rwlock_unlock(&rwlock);
        if (waits[index] == take || waits[index] == take_by_clock) sem_post(&semaphore);
        expect_left_now(&waiter, 0, 0);
        expect_equal(waiting_count(), 0, "waits left behind");
        // The waiter has left it locked for the next one, as before.
        if (waits[index] == lock_reading) {
            rwlock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
            pthread_rwlock_wrlock(&rwlock);
        }
    }
}

static int wait_for_condition(struct waiter *waiter) {
    static cnd_t condition;
    static mtx_t guard;
    cnd_init(&condition);
    mtx_init(&guard, mtx_plain);
    mtx_lock(&guard);
    struct timespec time = wall(waiter);
    int result = cnd_timedwait(&condition, &guard, &time);
    mtx_unlock(&guard);
    return result == thrd_timedout ? ETIMEDOUT : result;
}

CHECK(cnd_timedwait_ends_when_due, ENGAGED) {
    struct waiter waiter = {.wait = wait_for_condition, .time = START + 1500};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1500);
    expect_equal(waiter.result, ETIMEDOUT, "cnd_timedwait");
}

static int sleep_as_thread(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time);
    return thrd_sleep(&length, NULL);
}

CHECK(thrd_sleep_ends_when_due, ENGAGED) {
    struct waiter waiter = {.wait = sleep_as_thread, .time = 1500};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1500);
    expect_equal(waiter.result, 0, "thrd_sleep");
}

CHECK(timespec_get_tells_the_wall_clock, ENGAGED) {
    struct timespec time;
    expect_equal(timespec_get(&time, TIME_UTC), TIME_UTC, "timespec_get");
    expect_equal(time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000, START + WALL_OFFSET, "the time");
}
