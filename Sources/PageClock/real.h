// The functions of the libraries behind this one.
#ifndef PAGE_CLOCK_REAL_H
#define PAGE_CLOCK_REAL_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>

#pragma GCC visibility push(hidden)

/// What a caller would have reached had this library not been loaded.
///
/// Looked up when first asked for: other libraries read the time in their
/// constructors, before any constructor of this one has run.
struct real_functions {
    int (*clock_gettime)(clockid_t, struct timespec *);
    int (*gettimeofday)(struct timeval *, void *);
    time_t (*time)(time_t *);
    int (*nanosleep)(const struct timespec *, struct timespec *);
    int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
    int (*poll)(struct pollfd *, nfds_t, int);
    int (*ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    int (*cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    int (*cond_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
    long (*syscall)(long, ...);
    ssize_t (*sendmsg)(int, const struct msghdr *, int);
    int (*open)(const char *, int, ...);
    int (*open64)(const char *, int, ...);
    int (*ftruncate)(int, off_t);
    void *(*mmap)(void *, size_t, int, int, int, off_t);
    int (*munmap)(void *, size_t);
    void (*g_source_set_ready_time)(void *, int64_t);
};

/// The functions, looked up; safe from any thread at any time.
const struct real_functions *real(void);

#pragma GCC visibility pop

#endif
