// The real functions of the libraries behind this one.
#ifndef PAGE_CLOCK_REAL_H
#define PAGE_CLOCK_REAL_H

#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

/// The C library's functions that this library replaces or calls.
#define REAL_FUNCTIONS(X)                                                                                  \
    X(clock_gettime) X(gettimeofday) X(time) X(timespec_get) X(times)                                      \
    X(nanosleep) X(clock_nanosleep)                                                                        \
    X(poll) X(ppoll) X(select) X(pselect) X(epoll_wait) X(epoll_pwait)                                     \
    X(pthread_cond_timedwait) X(pthread_cond_clockwait)                                                    \
    X(pthread_mutex_clocklock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) X(sem_clockwait) \
    X(timerfd_create) X(timer_create) X(setitimer) X(alarm) X(ualarm) X(setsockopt) X(recvmmsg)            \
    X(sigtimedwait) X(semtimedop) X(mq_timedsend) X(mq_timedreceive) X(aio_suspend)                        \
    X(pthread_timedjoin_np) X(pthread_clockjoin_np)                                                        \
    X(syscall) X(sendmsg) X(ftruncate) X(mmap) X(munmap)

/// The functions that a caller would have reached without this library.
///
/// Looked up on first use: other libraries read the time in their constructors, before any
/// constructor of this one has run.
struct real_functions {
#define MEMBER(name) __typeof__(&name) name;
    REAL_FUNCTIONS(MEMBER)
#undef MEMBER
    // Of these, glibc 2.40 and newer declare several variants for _FORTIFY_SOURCE, so the names have no single type.
    int (*open)(const char *, int, ...);
    int (*open64)(const char *, int, ...);
    void (*g_source_set_ready_time)(void *, int64_t);
    int (*g_main_context_prepare)(void *, int *);
    void (*start_timer)(void *, double, bool);
    void (*dispatch)(void *, void **);
};

/// The mangled name of WebKit's function that starts a timer of a run loop (RunLoop.h).
#define START_TIMER "_ZN3WTF7RunLoop9TimerBase5startENS_7SecondsEb"

/// The mangled name of WebKit's function that makes a run loop run a function (RunLoop.h).
#define DISPATCH "_ZN3WTF7RunLoop8dispatchEONS_8FunctionIFvvEEE"

/// Returns the functions; safe from any thread at any time.
const struct real_functions *real(void);

#pragma GCC visibility pop

#endif
