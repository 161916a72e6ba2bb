// poll, ppoll.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "probe.h"

/// The descriptors that a waiter polls.
struct set {
    struct pollfd *descriptors;
    nfds_t count;
    const sigset_t *mask;
};

static int poll_set(struct waiter *waiter) {
    struct set *set = waiter->object;
    return poll(set ? set->descriptors : NULL, set ? set->count : 0, (int)waiter->time);
}

static int ppoll_set(struct waiter *waiter) {
    struct set *set = waiter->object;
    struct timespec length = timespec_of(waiter->time);
    return ppoll(set ? set->descriptors : NULL, set ? set->count : 0, &length, set ? set->mask : NULL);
}

static void make_pipe(int ends[2]) { expect_equal(pipe(ends), 0, "pipe"); }

CHECK(poll_ends_when_due, ENGAGED) {
    struct waiter waiter = {.wait = poll_set, .time = 7};
    start(&waiter);
    expect_leaves_at(&waiter, START + 7000);
    expect_equal(waiter.result, 0, "poll");
    expect_equal(waiting_count(), 0, "waits left behind");
}

CHECK(ppoll_ends_when_due, ENGAGED) {
    struct waiter waiter = {.wait = ppoll_set, .time = 1234};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1234);
    expect_equal(waiter.result, 0, "ppoll");
    expect_equal(waiting_count(), 0, "waits left behind");
}

CHECK(poll_that_is_due_clears_what_was_found, ENGAGED) {
    int ends[2];
    make_pipe(ends);
    struct pollfd descriptors[] = {{ends[0], POLLIN, POLLIN}, {ends[1], 0, -1}};
    struct set set = {descriptors, 2, NULL};
    int (*const waits[])(struct waiter *) = {poll_set, ppoll_set};
    for (int index = 0; index < 2; index++) {
        int64_t now = page_clock_now(page);
        descriptors[0].revents = POLLIN;
        descriptors[1].revents = -1;
        struct waiter waiter = {.wait = waits[index], .time = index == 0 ? 5 : 5000, .object = &set};
        start(&waiter);
        expect_leaves_at(&waiter, now + 5000);
        expect_equal(waiter.result, 0, "the result");
        expect_equal(descriptors[0].revents, 0, "events of the first");
        expect_equal(descriptors[1].revents, 0, "events of the second");
        expect_equal(descriptors[0].fd, ends[0], "the first descriptor");
        expect_equal(descriptors[0].events, POLLIN, "the requested events");
    }
}

CHECK(poll_ends_when_a_descriptor_is_ready, ENGAGED) {
    int ends[2], others[2];
    make_pipe(ends);
    make_pipe(others);
    struct pollfd descriptors[] = {{others[0], POLLIN, 0}, {-1, POLLIN, -1}, {ends[0], POLLIN | POLLPRI, 0}};
    struct set set = {descriptors, 3, NULL};
    int (*const waits[])(struct waiter *) = {poll_set, ppoll_set};
    for (int index = 0; index < 2; index++) {
        struct waiter waiter = {.wait = waits[index], .time = 5000, .object = &set};
        start(&waiter);
        await_waits(1);
        let_others_run();
        expect(!has_left(&waiter), "left before anything was ready");
        expect_equal(write(ends[1], "x", 1), 1, "write");
        expect_left_now(&waiter, 1, 0);
        expect_equal(descriptors[0].revents, 0, "events of the first");
        expect_equal(descriptors[1].revents, 0, "events of a negative descriptor");
        expect_equal(descriptors[2].revents, POLLIN, "events of the ready one");
        expect_equal(waiting_count(), 0, "waits left behind");
        char byte;
        expect_equal(read(ends[0], &byte, 1), 1, "read");
    }
    // A hang-up, and an invalid descriptor.
    close(ends[1]);
    struct waiter waiter = {.wait = poll_set, .time = 5000, .object = &set};
    start(&waiter);
    expect_left_now(&waiter, 1, 0);
    expect_equal(descriptors[2].revents, POLLHUP, "events after a hang-up");
    descriptors[2].fd = 1000;
    start(&waiter);
    expect_left_now(&waiter, 1, 0);
    expect_equal(descriptors[2].revents, POLLNVAL, "events of an invalid descriptor");
}

CHECK(poll_that_was_woken_waits_again, ENGAGED) {
    // The event that ended the first wait does not end the second.
    int ends[2];
    make_pipe(ends);
    struct pollfd descriptor = {ends[0], POLLIN, 0};
    struct set set = {&descriptor, 1, NULL};
    for (int round = 1; round <= 50; round++) {
        struct waiter waiter = {.wait = poll_set, .time = 1, .object = &set};
        start(&waiter);
        expect_leaves_at(&waiter, START + round * 1000);
        expect_equal(waiter.result, 0, "poll");
    }
}

static int poll_in_turns(struct waiter *waiter) {
    struct set *set = waiter->object;
    for (int round = 0; round < 50; round++) {
        int64_t before = page_clock_now(page);
        expect_equal(poll(set->descriptors, set->count, 1), 0, "poll");
        expect(page_clock_now(page) >= before + 1000, "poll ended early");
    }
    return 0;
}

CHECK(one_thread_polls_again_and_again, ENGAGED) {
    int ends[2];
    make_pipe(ends);
    struct pollfd descriptor = {ends[0], POLLIN, 0};
    struct set set = {&descriptor, 1, NULL};
    struct waiter waiter = {.wait = poll_in_turns, .object = &set};
    start(&waiter);
    for (int round = 1; round <= 50; round++) {
        await_deadline(START + round * 1000);
        page_clock_move_to(page, START + round * 1000);
    }
    finish(&waiter);
}

CHECK(poll_without_time_or_without_end_is_the_real_one, ENGAGED) {
    int ends[2];
    make_pipe(ends);
    struct pollfd descriptor = {ends[0], POLLIN, -1};
    expect_equal(poll(&descriptor, 1, 0), 0, "poll");
    expect_equal(descriptor.revents, 0, "events");
    struct timespec none = {0, 0};
    expect_equal(ppoll(&descriptor, 1, &none, NULL), 0, "ppoll");
    struct set set = {&descriptor, 1, NULL};
    struct waiter waiter = {.wait = poll_set, .time = -1, .object = &set};
    start(&waiter);
    let_others_run();
    page_clock_move_to(page, START + 1000000);
    let_others_run();
    expect(!has_left(&waiter), "an endless poll ended");
    expect_equal(waiting_count(), 0, "waits in the shared page");
    expect_equal(write(ends[1], "x", 1), 1, "write");
    expect_left_now(&waiter, 1, 0);
    expect_equal(descriptor.revents, POLLIN, "events");
    expect_equal(ppoll(&descriptor, 1, NULL, NULL), 1, "ppoll");
}

CHECK(a_handled_signal_ends_a_poll, ENGAGED) {
    int (*const waits[])(struct waiter *) = {poll_set, ppoll_set};
    for (int index = 0; index < 4; index++) {
        struct waiter waiter = {.wait = waits[index % 2], .time = 50000};
        start(&waiter);
        await_waits(1);
        interrupt(&waiter, index < 2 ? 0 : SA_RESTART);
        expect_equal(waiter.result, -1, "the result");
        expect_equal(waiter.error, EINTR, "errno");
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(ppoll_sets_the_signal_mask_while_it_waits, ENGAGED) {
    // Blocked except during the wait: a pending signal ends it.
    sigset_t blocked, none;
    sigemptyset(&none);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    struct set open = {.mask = &none};
    struct waiter waiter = {.wait = ppoll_set, .time = 5000, .object = &open};
    start(&waiter);
    await_waits(1);
    interrupt(&waiter, 0);
    expect_equal(waiter.result, -1, "ppoll");
    expect_equal(waiter.error, EINTR, "errno");
    // Unblocked except during the wait: a signal is delivered at its end.
    pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
    struct set closed = {.mask = &blocked};
    waiter.object = &closed;
    start(&waiter);
    await_deadline(START + 5000);
    let_others_run();
    pthread_kill(waiter.thread, SIGUSR1);
    expect_leaves_at(&waiter, START + 5000);
    expect_equal(waiter.result, 0, "ppoll");
}

CHECK(bad_lengths_of_ppoll_are_refused, ENGAGED) {
    const struct timespec bad[] = {{0, -1}, {0, 1000000000}, {1, 1000000000}, {-1, 0}, {-1, 5}, {1, -5}};
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
        errno = 0;
        expect_equal(ppoll(NULL, 0, &bad[index], NULL), -1, "ppoll");
        expect_equal(errno, EINVAL, "errno");
    }
}

CHECK(poll_takes_many_descriptors, ENGAGED) {
    enum { MANY = 1000 };
    int ends[2];
    make_pipe(ends);
    struct pollfd *descriptors = calloc(MANY, sizeof *descriptors);
    for (int index = 0; index < MANY; index++) descriptors[index] = (struct pollfd){-1, POLLIN, -1};
    descriptors[MANY - 1].fd = ends[0];
    struct set set = {descriptors, MANY, NULL};
    int (*const waits[])(struct waiter *) = {poll_set, ppoll_set};
    for (int index = 0; index < 2; index++) {
        struct waiter waiter = {.wait = waits[index], .time = index == 0 ? 5 : 5000, .object = &set};
        int64_t now = page_clock_now(page);
        start(&waiter);
        expect_leaves_at(&waiter, now + 5000);
        expect_equal(waiter.result, 0, "the result");
        expect_equal(descriptors[0].revents, 0, "events of the first");
        expect_equal(descriptors[MANY - 1].revents, 0, "events of the last");
        expect_equal(write(ends[1], "x", 1), 1, "write");
        start(&waiter);
        expect_left_now(&waiter, 1, 0);
        expect_equal(descriptors[MANY - 1].revents, POLLIN, "events of the last");
        char byte;
        expect_equal(read(ends[0], &byte, 1), 1, "read");
    }
    struct waiter waiter = {.wait = ppoll_set, .time = 5000, .object = &set};
    start(&waiter);
    interrupt(&waiter, 0);
    expect_equal(waiter.error, EINTR, "errno");
    free(descriptors);
}

/// The lowest free descriptor.
static int next_descriptor(void) {
    int descriptor = dup(0);
    close(descriptor);
    return descriptor;
}

/// The number of open eventfds. The lowest free descriptor would not tell: the thread that watches the
/// time opens a file, early or late.
static int event_count(void) {
    int count = 0;
    for (int descriptor = 0; descriptor < 256; descriptor++) {
        char name[32], target[64] = "";
        snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
        if (readlink(name, target, sizeof target - 1) > 0 && strstr(target, "eventfd")) count++;
    }
    return count;
}

CHECK(threads_leave_no_descriptor_behind, ENGAGED) {
    enum { MANY = 300 };
    struct pollfd descriptors[MANY];
    for (int index = 0; index < MANY; index++) descriptors[index] = (struct pollfd){-1, POLLIN, 0};
    struct set few = {descriptors, 1, NULL}, many = {descriptors, MANY, NULL};
    struct set *const sets[] = {&few, &many, &few};
    for (int index = 0; index < 3; index++) {
        // The last time without room in the shared memory.
        if (index == 2) {
            for (int entry = 0; entry < PAGE_CLOCK_WAITS; entry++) page->waits[entry].taken = 1;
        }
        struct waiter waiter = {.wait = poll_set, .time = 1, .object = sets[index]};
        start(&waiter);
        while (!has_left(&waiter)) {
            move_by(100);
            usleep(100);
        }
        finish(&waiter);
        expect_equal(event_count(), 0, "open events");
    }
}

CHECK(poll_without_a_descriptor_to_spare_ends_when_due, ENGAGED) {
    struct rlimit none;
    getrlimit(RLIMIT_NOFILE, &none);
    none.rlim_cur = (rlim_t)next_descriptor();
    expect_equal(setrlimit(RLIMIT_NOFILE, &none), 0, "setrlimit");
    struct waiter waiter = {.wait = poll_set, .time = 3};
    start(&waiter);
    let_others_run();
    expect(!has_left(&waiter), "left although time stands still");
    while (!has_left(&waiter)) {
        move_by(1000);
        usleep(100);
    }
    finish(&waiter);
    expect_equal(waiter.result, 0, "poll");
}
