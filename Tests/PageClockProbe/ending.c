// How a process of the page ends with its recorder.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

/// A process of the page with a sleeping thread.
struct process {
    pid_t number;
    /// The parent's end of a pipe to it.
    int line;
};

enum { ARE_YOU_THERE = '?', INTRODUCE_YOURSELF = '!' };

static void *sleep_long(void *argument) {
    struct timespec length = {.tv_sec = 3600};
    nanosleep(&length, NULL);
    return argument;
}

/// Reports the process ID as WebKit does.
static void introduce(int line) {
    char byte = 0;
    struct iovec content = {&byte, 1};
    struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
    expect_equal(sendmsg(line, &message, 0), 1, "sendmsg");
}

__attribute__((noreturn)) static void live(int line) {
    pthread_t sleeper;
    expect_equal(pthread_create(&sleeper, NULL, sleep_long, NULL), 0, "pthread_create");
    char order;
    while (read(line, &order, 1) == 1) {
        if (order == INTRODUCE_YOURSELF) introduce(line);
        if (order == ARE_YOU_THERE) expect_equal(write(line, &order, 1), 1, "the answer");
    }
    fail(__FILE__, __LINE__, "the process outlived its parent's line");
}

static struct process start_process(int lock) {
    int line[2];
    expect_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, line), 0, "socketpair");
    struct process process = {.number = fork(), .line = line[0]};
    expect(process.number >= 0, "fork");
    if (process.number == 0) {
        // A lock lasts until all holders of its descriptor have closed it.
        if (lock >= 0) close(lock);
        close(line[0]);
        live(line[1]);
    }
    close(line[1]);
    await_waits(1);
    return process;
}

static void give(struct process process, char order) {
    expect_equal(write(process.line, &order, 1), 1, "the order");
    char answer;
    if (read(process.line, &answer, 1) != 1) fail(__FILE__, __LINE__, "the process has ended");
}

static void expect_ends(struct process process) {
    int status;
    expect_equal(waitpid(process.number, &status, 0), process.number, "waitpid");
    expect_equal(status, 0, "the process's status");
}

CHECK(a_process_ends_with_the_clock, ENGAGED) {
    struct process process = start_process(-1);
    give(process, INTRODUCE_YOURSELF);
    page_clock_end(page);
    expect_ends(process);
}

CHECK(a_process_does_not_end_before_it_has_told_its_number, ENGAGED) {
    struct process process = start_process(-1);
    page_clock_end(page);
    // Longer than the waker's interval between its own checks.
    int64_t end = real_reading(CLOCK_MONOTONIC) + 1500000;
    while (real_reading(CLOCK_MONOTONIC) < end) give(process, ARE_YOU_THERE);
    give(process, INTRODUCE_YOURSELF);
    expect_ends(process);
}

/// The recorder's lock on the shared page.
static int lock_page(void) {
    int file = open(getenv(PAGE_CLOCK_VARIABLE), O_RDWR | O_CLOEXEC);
    expect(file >= 0 && flock(file, LOCK_EX) == 0, "no lock");
    __atomic_store_n(&page->is_locked, 1, __ATOMIC_SEQ_CST);
    return file;
}

CHECK(a_process_ends_when_the_recorder_is_gone, ENGAGED) {
    int lock = lock_page();
    struct process process = start_process(lock);
    give(process, INTRODUCE_YOURSELF);
    give(process, ARE_YOU_THERE);
    close(lock);
    expect_ends(process);
}

CHECK(a_process_ends_when_the_recorder_is_gone_before_it_has_told_its_number, ENGAGED) {
    int lock = lock_page();
    struct process process = start_process(lock);
    close(lock);
    expect_ends(process);
}

static int wait_for_number(struct waiter *waiter) {
    int *line = waiter->object;
    char byte;
    struct iovec content = {&byte, 1};
    char control[CMSG_SPACE(sizeof(struct ucred))];
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    waiter->number = 0;
    if (recvmsg(line[0], &message, 0) != 1 || !CMSG_FIRSTHDR(&message)) return -1;
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof credentials);
    waiter->number = credentials.pid;
    return 0;
}

CHECK(messages_arrive_with_what_they_carry, ENGAGED) {
    int line[2];
    expect_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, line), 0, "socketpair");
    int on = 1;
    setsockopt(line[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    struct waiter waiter = {.wait = wait_for_number, .object = line};
    start(&waiter);
    introduce(line[1]);
    finish(&waiter);
    expect_equal(waiter.result, 0, "the message");
    expect_equal(waiter.number, getpid(), "the number in it");
    expect_equal(sendmsg(-1, &(struct msghdr){0}, 0), -1, "a message to nobody");
}
