// syscall, and futexes through it.
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "probe.h"

/// Calls like a waiter; `number` is the operation, `object` the word. The word's value is 0 if
/// nothing happens.
static int wait_on_word(struct waiter *waiter) {
    struct timespec time = timespec_of(waiter->time);
    return (int)syscall(SYS_futex, waiter->object, waiter->number, 0, &time, NULL, FUTEX_BITSET_MATCH_ANY);
}

/// The operations with a timeout, and the timeout's origin.
static const struct {
    int operation;
    int64_t from;
} kinds[] = {
    {FUTEX_WAIT, 0},
    {FUTEX_WAIT_PRIVATE, 0},
    {FUTEX_WAIT_BITSET, START},
    {FUTEX_WAIT_BITSET_PRIVATE, START},
    {FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, START + WALL_OFFSET},
    {FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, START + WALL_OFFSET},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct waiter waiter_of(int kind, uint32_t *word, int64_t length) {
    int64_t passed = kinds[kind].from ? page_clock_now(page) - START : 0;
    return (struct waiter){
        .wait = wait_on_word, .number = kinds[kind].operation, .object = word,
        .time = kinds[kind].from + passed + length};
}

static int wake_operation(int kind) { return FUTEX_WAKE | (kinds[kind].operation & FUTEX_PRIVATE_FLAG); }

CHECK(a_futex_is_waited_for_until_due, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 0;
        int64_t now = page_clock_now(page);
        struct waiter waiter = waiter_of(kind, &word, 777);
        start(&waiter);
        expect_leaves_at(&waiter, now + 777);
        expect_equal(waiter.result, -1, "the result");
        expect_equal(waiter.error, ETIMEDOUT, "errno");
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(a_futex_that_is_woken_ends_the_wait, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 0;
        struct waiter waiter = waiter_of(kind, &word, 777);
        start(&waiter);
        await_deadline(START + 777);
        while (syscall(SYS_futex, &word, wake_operation(kind), 1, NULL, NULL, 0) == 0) usleep(50);
        expect_left_now(&waiter, 0, 0);
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(a_futex_of_another_value_is_not_waited_for, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 1;
        struct waiter waiter = waiter_of(kind, &word, 777);
        start(&waiter);
        expect_left_now(&waiter, -1, EAGAIN);
        // Nor after its time has come.
        waiter.time -= 777;
        start(&waiter);
        expect_left_now(&waiter, -1, EAGAIN);
    }
}

CHECK(a_futex_whose_time_has_passed_is_too_late, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 0;
        struct waiter waiter = waiter_of(kind, &word, 0);
        start(&waiter);
        expect_left_now(&waiter, -1, ETIMEDOUT);
        waiter.time = 0;
        start(&waiter);
        expect_left_now(&waiter, -1, ETIMEDOUT);
    }
}

CHECK(a_handled_signal_ends_a_futex_wait, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 0;
        struct waiter waiter = waiter_of(kind, &word, 777);
        start(&waiter);
        await_deadline(START + 777);
        interrupt(&waiter, 0);
        expect_equal(waiter.result, -1, "the result");
        expect_equal(waiter.error, EINTR, "errno");
    }
}

// The kernel restarts a wait only without a timeout.
CHECK(a_handled_signal_ends_a_futex_wait_with_sa_restart, ENGAGED) {
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t word = 0;
        struct waiter waiter = waiter_of(kind, &word, 777);
        start(&waiter);
        await_deadline(START + 777);
        interrupt(&waiter, SA_RESTART);
        expect_equal(waiter.result, -1, "the result");
        expect_equal(waiter.error, EINTR, "errno");
    }
}

CHECK(a_futex_without_a_time_out_is_the_kernels, ENGAGED) {
    uint32_t word = 1;
    expect_equal(syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0), -1, "FUTEX_WAIT");
    expect_equal(errno, EAGAIN, "errno");
    expect_equal(waiting_count(), 0, "waits in the shared page");
}

CHECK(bad_futex_waits_are_refused, ENGAGED) {
    uint32_t word = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const struct timespec bad[] = {{0, -1}, {0, 1000000000}, {-1, 0}};
        for (int index = 0; index < 3; index++) {
            errno = 0;
            long result = syscall(
                SYS_futex, &word, kinds[kind].operation, 0, &bad[index], NULL, FUTEX_BITSET_MATCH_ANY);
            expect_equal(result, -1, "a wait until a bad time");
            expect_equal(errno, EINVAL, "errno");
        }
        struct waiter waiter = waiter_of(kind, (uint32_t *)((char *)&word + 1), 777);
        start(&waiter);
        expect_left_now(&waiter, -1, EINVAL);
    }
    // No bit to wait for.
    struct timespec past = timespec_of(START), future = timespec_of(START + 1000);
    expect_equal(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &future, NULL, 0), -1, "a wait for no bit");
    expect_equal(errno, EINVAL, "errno");
    errno = 0;
    expect_equal(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &past, NULL, 0), -1, "a wait for no bit");
    expect_equal(errno, EINVAL, "errno");
}

CHECK(a_futex_wait_ends_by_its_own_bits_only, ENGAGED) {
    uint32_t word = 0;
    struct waiter waiter = waiter_of(2, &word, 777);
    start(&waiter);
    await_deadline(START + 777);
    while (syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 4) == 0) usleep(50);
    expect_left_now(&waiter, 0, 0);
}

CHECK(other_system_calls_pass_through, ENGAGED) {
    expect_equal(syscall(SYS_getpid), getpid(), "getpid");
    expect_equal(syscall(SYS_gettid), gettid(), "gettid");
    expect_equal(syscall(SYS_close, -1), -1, "close");
    expect_equal(errno, EBADF, "errno");
    expect_equal(syscall(100000), -1, "an invalid call");
    expect_equal(errno, ENOSYS, "errno");
    // Six arguments.
    void *memory = (void *)syscall(SYS_mmap, NULL, 4096, 3, 0x22, -1, 0);
    expect(memory != (void *)-1, "mmap");
    *(char *)memory = 1;
    expect_equal(syscall(SYS_munmap, memory, 4096), 0, "munmap");
    uint32_t words[2] = {0, 0};
    expect_equal(syscall(SYS_futex, &words[0], FUTEX_CMP_REQUEUE, 1, 1, &words[1], 0), 0, "FUTEX_CMP_REQUEUE");
    expect_equal(syscall(SYS_futex, &words[0], FUTEX_CMP_REQUEUE, 1, 1, &words[1], 9), -1, "FUTEX_CMP_REQUEUE");
    expect_equal(errno, EAGAIN, "errno");
}
