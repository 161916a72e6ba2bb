// Calls that the library refuses to a page but allows to other processes.
#include <aio.h>
#include <errno.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "probe.h"

/// Ends the program unless a call fails with ENOSYS.
#define expect_refused(call)                        \
    do {                                            \
        errno = 0;                                  \
        expect_equal((call), -1, #call);            \
        expect_equal(errno, ENOSYS, "errno of " #call); \
    } while (0)

CHECK(timers_of_the_kernel_are_refused, ENGAGED) {
    timer_t timer;
    struct itimerval second = {.it_value = {1, 0}};
    expect_refused(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    expect_refused(timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &timer));
    expect_refused(setitimer(ITIMER_REAL, &second, NULL));
    expect_refused((int)ualarm(1000, 0));
    expect_equal(alarm(1), 0, "alarm");
    expect_refused(syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0));
}

CHECK(timers_of_processor_time_are_not_refused, ENGAGED) {
    timer_t timer;
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    expect_equal(timer_create(CLOCK_PROCESS_CPUTIME_ID, &none, &timer), 0, "timer_create");
    struct itimerval never = {0};
    expect_equal(setitimer(ITIMER_PROF, &never, NULL), 0, "setitimer");
}

CHECK(waits_that_the_clock_does_not_know_are_refused, ENGAGED) {
    struct timespec second = {1, 0};
    sigset_t signals;
    sigemptyset(&signals);
    int sockets[2];
    expect_equal(socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets), 0, "socketpair");
    struct mmsghdr message = {0};
    expect_refused(sigtimedwait(&signals, NULL, &second));
    expect_refused(recvmmsg(sockets[0], &message, 1, 0, &second));
    struct sembuf operation = {0};
    expect_refused(semtimedop(0, &operation, 1, &second));
    char byte = 0;
    expect_refused(mq_timedreceive(0, &byte, 1, NULL, &second));
    expect_refused(mq_timedsend(0, &byte, 1, 0, &second));
    const struct aiocb *operations[] = {NULL};
    expect_refused(aio_suspend(operations, 1, &second));
    expect_equal(pthread_timedjoin_np(pthread_self(), NULL, &second), ENOSYS, "pthread_timedjoin_np");
    struct timeval length = {1, 0};
    expect_equal(setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &length, sizeof length), -1, "setsockopt");
    expect_equal(errno, ENOPROTOOPT, "errno");
    int size = 4096;
    expect_equal(setsockopt(sockets[0], SOL_SOCKET, SO_RCVBUF, &size, sizeof size), 0, "setsockopt of a size");
}

CHECK(a_program_that_is_no_page_is_refused_nothing, OTHER_PROGRAM) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    expect(timer >= 0, "timerfd_create");
    int sockets[2];
    expect_equal(socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets), 0, "socketpair");
    struct timeval length = {1, 0};
    expect_equal(setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &length, sizeof length), 0, "setsockopt");
    expect(alarm(60) > 0, "the alarm of before");
}

CHECK(calls_by_number_tell_the_same_time, ENGAGED) {
    struct timespec time;
    expect_equal(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time), 0, "clock_gettime");
    expect_equal(time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000, START, "the time");
    struct timeval wall;
    expect_equal(syscall(SYS_gettimeofday, &wall, NULL), 0, "gettimeofday");
    expect_equal(wall.tv_sec * INT64_C(1000000) + wall.tv_usec, START + WALL_OFFSET, "the wall clock");
    expect_refused(syscall(SYS_futex_waitv, NULL, 0, 0, NULL, 0));
    uint32_t word = 0;
    expect_refused(syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, &(struct timespec){1, 0}, NULL, 0));
}

static int sleep_by_number(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time);
    return (int)syscall(waiter->number, &length, NULL);
}

static int poll_by_number(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time);
    return (int)syscall(waiter->number, NULL, 0, &length, NULL, 8);
}

CHECK(calls_by_number_wait_by_the_clock, ENGAGED) {
    struct waiter sleeper = {.wait = sleep_by_number, .number = SYS_nanosleep, .time = 1500};
    start(&sleeper);
    expect_leaves_at(&sleeper, START + 1500);
    struct waiter poller = {.wait = poll_by_number, .number = SYS_ppoll, .time = 1500};
    start(&poller);
    expect_leaves_at(&poller, START + 3000);
}
