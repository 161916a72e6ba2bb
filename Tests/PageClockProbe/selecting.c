// select, pselect, epoll_wait, epoll_pwait, epoll_pwait2, __poll_chk,
// __ppoll_chk.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#include "probe.h"

// Functions for programs with _FORTIFY_SOURCE, which no header declares.
int __poll_chk(struct pollfd *descriptors, nfds_t count, int timeout, size_t size);
int __ppoll_chk(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t size);

/// The descriptor `number` is awaited.
static int select_one(struct waiter *waiter) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(waiter->number, &set);
    struct timeval length = {.tv_sec = waiter->time / 1000000, .tv_usec = waiter->time % 1000000};
    int result = select(waiter->number + 1, &set, NULL, NULL, &length);
    int64_t left = length.tv_sec * INT64_C(1000000) + length.tv_usec;
    waiter->time = left;
    expect_equal(FD_ISSET(waiter->number, &set) != 0, result > 0, "the set");
    return result;
}

static int pselect_one(struct waiter *waiter) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(waiter->number, &set);
    struct timespec length = timespec_of(waiter->time);
    return pselect(waiter->number + 1, &set, NULL, NULL, &length, NULL);
}

static int poll_checked(struct waiter *waiter) {
    struct pollfd descriptor = {waiter->number, POLLIN, 0};
    return __poll_chk(&descriptor, 1, (int)(waiter->time / 1000), sizeof descriptor);
}

static int ppoll_checked(struct waiter *waiter) {
    struct pollfd descriptor = {waiter->number, POLLIN, 0};
    struct timespec length = timespec_of(waiter->time);
    return __ppoll_chk(&descriptor, 1, &length, NULL, sizeof descriptor);
}

static int epoll_set(int number) {
    int set = epoll_create1(0);
    expect(set >= 0, "epoll_create1");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = number};
    expect_equal(epoll_ctl(set, EPOLL_CTL_ADD, number, &event), 0, "epoll_ctl");
    return set;
}

static int finish_epoll(int set, int result, const struct epoll_event *event, int number) {
    int error = errno;
    if (result > 0) expect_equal(event->data.fd, number, "the event's descriptor");
    close(set);
    errno = error;
    return result;
}

static int epoll_one(struct waiter *waiter) {
    int set = epoll_set(waiter->number);
    struct epoll_event event;
    return finish_epoll(set, epoll_wait(set, &event, 1, (int)(waiter->time / 1000)), &event, waiter->number);
}

static int epoll_one_with_mask(struct waiter *waiter) {
    int set = epoll_set(waiter->number);
    struct epoll_event event;
    sigset_t none;
    sigemptyset(&none);
    return finish_epoll(
        set, epoll_pwait(set, &event, 1, (int)(waiter->time / 1000), &none), &event, waiter->number);
}

static int epoll_one_exactly(struct waiter *waiter) {
    int set = epoll_set(waiter->number);
    struct epoll_event event;
    struct timespec length = timespec_of(waiter->time);
    return finish_epoll(set, epoll_pwait2(set, &event, 1, &length, NULL), &event, waiter->number);
}

static int (*const waits[])(struct waiter *) = {
    select_one, pselect_one, poll_checked, ppoll_checked, epoll_one, epoll_one_with_mask, epoll_one_exactly};
enum { WAITS = sizeof waits / sizeof *waits };

CHECK(every_wait_for_a_descriptor_ends_when_due, ENGAGED) {
    int ends[2];
    expect_equal(pipe(ends), 0, "pipe");
    for (int index = 0; index < WAITS; index++) {
        int64_t now = page_clock_now(page);
        struct waiter waiter = {.wait = waits[index], .time = 7000, .number = ends[0]};
        start(&waiter);
        expect_leaves_at(&waiter, now + 7000);
        expect_equal(waiter.result, 0, "the result");
        expect_equal(waiting_count(), 0, "waits left behind");
    }
}

CHECK(every_wait_for_a_descriptor_ends_when_it_is_ready, ENGAGED) {
    int ends[2];
    expect_equal(pipe(ends), 0, "pipe");
    for (int index = 0; index < WAITS; index++) {
        struct waiter waiter = {.wait = waits[index], .time = 5000, .number = ends[0]};
        start(&waiter);
        await_waits(1);
        let_others_run();
        expect(!has_left(&waiter), "left before anything was ready");
        expect_equal(write(ends[1], "x", 1), 1, "write");
        expect_left_now(&waiter, 1, 0);
        expect_equal(waiting_count(), 0, "waits left behind");
        char byte;
        expect_equal(read(ends[0], &byte, 1), 1, "read");
    }
}

CHECK(select_says_what_is_left, ENGAGED) {
    int ends[2];
    expect_equal(pipe(ends), 0, "pipe");
    struct waiter waiter = {.wait = select_one, .time = 5000, .number = ends[0]};
    start(&waiter);
    await_deadline(START + 5000);
    page_clock_move_to(page, START + 2000);
    expect_equal(write(ends[1], "x", 1), 1, "write");
    expect_left_now(&waiter, 1, 0);
    expect_equal(waiter.time, 3000, "what is left");
}

CHECK(waits_for_no_time_do_not_wait, ENGAGED) {
    int ends[2];
    expect_equal(pipe(ends), 0, "pipe");
    for (int index = 0; index < WAITS; index++) {
        struct waiter waiter = {.wait = waits[index], .time = 0, .number = ends[0]};
        start(&waiter);
        expect_left_now(&waiter, 0, 0);
    }
}

CHECK(waits_for_a_descriptor_that_is_none_fail, ENGAGED) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(80, &set);
    expect_equal(select(81, &set, NULL, NULL, &(struct timeval){1, 0}), -1, "select");
    expect_equal(errno, EBADF, "errno");
    struct epoll_event event;
    expect_equal(epoll_wait(1000, &event, 1, 1000), -1, "epoll_wait");
    expect_equal(errno, EBADF, "errno");
}
