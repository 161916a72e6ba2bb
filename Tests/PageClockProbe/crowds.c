// Many waits at once, and several processes.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

/// The ways to wait until a time.
enum way { NANOSLEEP, CLOCK_NANOSLEEP, PPOLL, TIMEDWAIT, CLOCKWAIT, FUTEX, FUTEX_BITSET, WAYS };

/// A thread's own condition and futex.
struct place {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    uint32_t word;
};

static void set_up(struct place *place) {
    pthread_mutex_init(&place->mutex, NULL);
    pthread_cond_init(&place->condition, NULL);
    place->word = 0;
}

/// Waits for a length, and expects not to return early.
///
/// \param is_shared Whether others may signal the condition.
static void wait_in(enum way way, struct place *place, int64_t length, bool is_shared) {
    int64_t until = reading(CLOCK_MONOTONIC) + length;
    struct timespec relative = timespec_of(length), absolute = timespec_of(until);
    struct timespec wall = timespec_of(until + WALL_OFFSET);
    int result = 0;
    long value;
    switch (way) {
    case NANOSLEEP:
        expect_equal(nanosleep(&relative, NULL), 0, "nanosleep");
        break;
    case CLOCK_NANOSLEEP:
        expect_equal(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &absolute, NULL), 0, "clock_nanosleep");
        break;
    case PPOLL:
        expect_equal(ppoll(NULL, 0, &relative, NULL), 0, "ppoll");
        break;
    case TIMEDWAIT:
    case CLOCKWAIT:
        pthread_mutex_lock(&place->mutex);
        do {
            result = way == TIMEDWAIT
                ? pthread_cond_timedwait(&place->condition, &place->mutex, &wall)
                : pthread_cond_clockwait(&place->condition, &place->mutex, CLOCK_MONOTONIC, &absolute);
        } while (result == 0 && !is_shared);
        pthread_mutex_unlock(&place->mutex);
        expect(result == ETIMEDOUT || (is_shared && result == 0), "a wait for a condition gave %d", result);
        break;
    case FUTEX:
    case FUTEX_BITSET:
        value = way == FUTEX
            ? syscall(SYS_futex, &place->word, FUTEX_WAIT_PRIVATE, 0, &relative, NULL, 0)
            : syscall(
                  SYS_futex, &place->word, FUTEX_WAIT_BITSET_PRIVATE, 0, &absolute, NULL, FUTEX_BITSET_MATCH_ANY);
        // Without room in the shared memory, a slice ends like a spurious wake-up.
        expect(value == 0 || errno == ETIMEDOUT, "a futex gave %s", strerror(errno));
        result = value == 0 ? 0 : ETIMEDOUT;
        break;
    case WAYS:
        break;
    }
    bool may_be_early = way >= TIMEDWAIT && result == 0;
    expect(may_be_early || reading(CLOCK_MONOTONIC) >= until, "way %d ended early", way);
}

static int wait_for(struct waiter *waiter) {
    struct place place;
    set_up(&place);
    wait_in((enum way)waiter->number, &place, waiter->time, false);
    return 0;
}

CHECK(many_threads_leave_exactly_when_due, ENGAGED) {
    enum { MANY = 200 };
    struct waiter *waiters = calloc(MANY, sizeof *waiters);
    // Seven for each time, one of each kind, in random order.
    for (int index = 0; index < MANY; index++) {
        waiters[index] = (struct waiter){
            .wait = wait_for, .number = index % WAYS, .time = 1 + (index / WAYS * 7919) % 100000};
        start(&waiters[index]);
    }
    await_waits(MANY);
    int64_t next;
    while ((next = page_clock_next_deadline(page, page_clock_now(page))) != PAGE_CLOCK_NEVER) {
        expect(page_clock_move_to(page, next), "no thread was due at %lld", (long long)next);
        for (int index = 0; index < MANY; index++) {
            if (START + waiters[index].time != next) continue;
            finish(&waiters[index]);
            expect_equal(waiters[index].left_at, next, "the time of leaving");
        }
    }
    for (int index = 0; index < MANY; index++) expect(has_left(&waiters[index]), "thread %d waits still", index);
    free(waiters);
}

static int wait_again_and_again(struct waiter *waiter) {
    struct place place;
    set_up(&place);
    for (int round = 0; round < 20; round++) {
        wait_in((enum way)((waiter->number + round) % WAYS), &place, waiter->time, false);
    }
    return 0;
}

CHECK(waits_beyond_the_shared_page_end_when_due, ENGAGED) {
    enum { MANY = 30 };
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) page->waits[index].taken = 1;
    struct waiter waiters[MANY];
    for (int index = 0; index < MANY; index++) {
        waiters[index] = (struct waiter){.wait = wait_again_and_again, .number = index, .time = 100 * (index + 1)};
        start(&waiters[index]);
    }
    let_others_run();
    for (int index = 0; index < MANY; index++) expect(!has_left(&waiters[index]), "left although time stands still");
    for (int index = 0; index < MANY; index++) {
        // Nothing reports when these waits begin.
        while (!has_left(&waiters[index])) {
            move_by(500);
            usleep(100);
        }
        finish(&waiters[index]);
    }
    expect_equal(waiting_count(), 0, "waits in the shared page");
}

CHECK(entries_are_given_back_at_the_end_of_a_thread, ENGAGED) {
    for (int round = 1; round <= PAGE_CLOCK_WAITS + 10; round++) {
        struct waiter waiter = {.wait = wait_for, .number = NANOSLEEP, .time = 1};
        start(&waiter);
        await_deadline(START + round);
        page_clock_move_to(page, START + round);
        finish(&waiter);
    }
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
        expect(!page->waits[index].taken, "entry %d is still taken", index);
    }
}

static bool may_begin;

static int begin_when_told(struct waiter *waiter) {
    while (!__atomic_load_n(&may_begin, __ATOMIC_SEQ_CST)) usleep(100);
    return wait_for(waiter);
}

CHECK(waits_end_when_due_without_a_thread_to_spare, ENGAGED) {
    struct waiter waiters[WAYS];
    for (int index = 0; index < WAYS; index++) {
        waiters[index] = (struct waiter){.wait = begin_when_told, .number = index, .time = 1000};
        start(&waiters[index]);
    }
    // No room for another thread's stack.
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = 1 << 20;
    expect_equal(setrlimit(RLIMIT_AS, &limit), 0, "setrlimit");
    expect(mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED, "there is room");
    __atomic_store_n(&may_begin, true, __ATOMIC_SEQ_CST);
    for (int index = 0; index < WAYS; index++) {
        while (!has_left(&waiters[index])) {
            move_by(100);
            usleep(100);
        }
        finish(&waiters[index]);
    }
}

/// Waits once in each way; the process does not advance the time.
static void wait_in_each_way(void) {
    struct place place;
    set_up(&place);
    for (int way = 0; way < WAYS; way++) wait_in((enum way)way, &place, 1000, false);
}

static void expect_good_end(pid_t child) {
    int status;
    expect(waitpid(child, &status, 0) == child, "waitpid");
    expect_equal(status, 0, "the child's status");
}

CHECK(a_child_of_fork_waits_by_itself, ENGAGED) {
    // The parent has a waker and a waiting thread when it forks.
    struct waiter waiter = {.wait = wait_for, .number = PPOLL, .time = 1000};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1000);
    struct waiter other = {.wait = wait_for, .number = CLOCK_NANOSLEEP, .time = 1000000};
    start(&other);
    await_deadline(START + 1001000);
    pid_t child = fork();
    expect(child >= 0, "fork");
    if (child == 0) {
        alarm(10);
        wait_in_each_way();
        _exit(0);
    }
    for (int way = 0; way < WAYS; way++) {
        await_waits(2);
        expect(page_clock_move_to(page, page_clock_next_deadline(page, page_clock_now(page))), "no thread was due");
        await_nobody_due();
    }
    expect_good_end(child);
    // The parent's own wait is unaffected.
    expect(!has_left(&other), "left before its time");
    expect_leaves_at(&other, START + 1001000);
}

static int fork_and_wait(struct waiter *waiter) {
    wait_in(PPOLL, NULL, waiter->time, false);
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
        wait_in(PPOLL, NULL, waiter->time, false);
        wait_in(NANOSLEEP, NULL, waiter->time, false);
        _exit(0);
    }
    wait_in(PPOLL, NULL, waiter->time, false);
    wait_in(NANOSLEEP, NULL, waiter->time, false);
    expect_good_end(child);
    return 0;
}

CHECK(a_thread_that_waited_and_its_child_wait_each_by_itself, ENGAGED) {
    struct waiter waiter = {.wait = fork_and_wait, .time = 1000};
    start(&waiter);
    await_waits(1);
    move_by(1000);
    for (int round = 0; round < 2; round++) {
        await_waits(2);
        move_by(1000);
        await_nobody_due();
    }
    finish(&waiter);
}

enum { STRESSED = 50, PLACES = 5 };

static struct place places[PLACES];
static bool is_done;

static int wait_at_random(struct waiter *waiter) {
    unsigned seed = (unsigned)waiter->number;
    while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) {
        int64_t length = 1 + rand_r(&seed) % (rand_r(&seed) % 2 ? 50 : 5000);
        wait_in((enum way)(rand_r(&seed) % WAYS), &places[rand_r(&seed) % PLACES], length, true);
        __atomic_add_fetch(&waiter->time, 1, __ATOMIC_SEQ_CST);
    }
    return 0;
}

static int64_t fewest_waits(const struct waiter *waiters) {
    int64_t fewest = INT64_MAX;
    for (int index = 0; index < STRESSED; index++) {
        int64_t waits = __atomic_load_n(&waiters[index].time, __ATOMIC_SEQ_CST);
        if (waits < fewest) fewest = waits;
    }
    return fewest;
}

CHECK(no_wake_up_is_lost, ENGAGED) {
    for (int index = 0; index < PLACES; index++) set_up(&places[index]);
    struct waiter waiters[STRESSED];
    for (int index = 0; index < STRESSED; index++) {
        waiters[index] = (struct waiter){.wait = wait_at_random, .number = index + 1};
        start(&waiters[index]);
    }
    unsigned seed = 12345;
    while (fewest_waits(waiters) < 500) {
        int64_t now = page_clock_now(page), next = page_clock_next_deadline(page, now);
        switch (rand_r(&seed) % 4) {
        case 0:
            if (next != PAGE_CLOCK_NEVER) page_clock_move_to(page, next);
            break;
        case 1:
            if (next != PAGE_CLOCK_NEVER) page_clock_move_to(page, next - 1);
            break;
        case 2:
            page_clock_move_to(page, now + 1 + rand_r(&seed) % 3000);
            break;
        default: {
            struct place *place = &places[rand_r(&seed) % PLACES];
            if (rand_r(&seed) % 2) {
                pthread_cond_signal(&place->condition);
            } else {
                syscall(SYS_futex, &place->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
            }
            break;
        }
        }
        // The next move would hide a lost wake-up: none is made before all due threads have left.
        await_nobody_due();
    }
    __atomic_store_n(&is_done, true, __ATOMIC_SEQ_CST);
    for (int index = 0; index < STRESSED; index++) {
        while (!has_left(&waiters[index])) {
            move_by(5000);
            await_nobody_due();
        }
        finish(&waiters[index]);
    }
    expect_equal(waiting_count(), 0, "waits left behind");
}
