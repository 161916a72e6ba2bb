// Calls that fail while the process uses the page's clock: kernel timers, and calls that
// WebKit, GLib and GStreamer never make with a time-out.
//
// Kernel timers use real time only, so they would wake threads at times that the recorder
// cannot foresee. Callers must expect that a kernel lacks the call (ENOSYS) and manage without.
// WebKit does: since 2.52 each of its timers has a timerfd, with a fallback to
// g_source_set_ready_time (RunLoopGLib.cpp).
#include <errno.h>
#include <sys/timerfd.h>

#include "page.h"
#include "real.h"

static bool is_page(void) { return engaged_clock() != NULL; }

/// Fails like a kernel that lacks the call.
static int refuse(void) {
    errno = ENOSYS;
    return -1;
}

INTERPOSED int timerfd_create(int id, int flags) {
    return is_page() ? refuse() : real()->timerfd_create(id, flags);
}

/// Whether a clock measures the CPU time of a process or thread.
static bool is_processor_time(clockid_t id) {
    return id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID || id < 0;
}

INTERPOSED int timer_create(clockid_t id, struct sigevent *restrict event, timer_t *restrict timer) {
    if (!is_processor_time(id) && is_page()) return refuse();
    return real()->timer_create(id, event, timer);
}

INTERPOSED int setitimer(
    __itimer_which_t which, const struct itimerval *restrict time, struct itimerval *restrict before) {
    return which == ITIMER_REAL && is_page() ? refuse() : real()->setitimer(which, time, before);
}

/// Cannot fail; 0 means that no other alarm was set.
INTERPOSED unsigned alarm(unsigned seconds) { return is_page() ? 0 : real()->alarm(seconds); }

INTERPOSED useconds_t ualarm(useconds_t time, useconds_t interval) {
    if (!is_page()) return real()->ualarm(time, interval);
    return (useconds_t)refuse();
}

/// Refuses a socket's time-outs.
INTERPOSED int setsockopt(int socket, int level, int option, const void *value, socklen_t size) {
    if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO) && is_page()) {
        errno = ENOPROTOOPT;
        return -1;
    }
    return real()->setsockopt(socket, level, option, value, size);
}

/// If refused, GIO receives messages one at a time (gsocket.c, g_socket_receive_messages); it
/// passes no time-out.
INTERPOSED int recvmmsg(
    int socket, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout) {
    return timeout && is_page() ? refuse() : real()->recvmmsg(socket, messages, count, flags, timeout);
}

INTERPOSED int sigtimedwait(
    const sigset_t *restrict signals, siginfo_t *restrict signal, const struct timespec *restrict timeout) {
    return timeout && is_page() ? refuse() : real()->sigtimedwait(signals, signal, timeout);
}

INTERPOSED int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *timeout) {
    return timeout && is_page() ? refuse() : real()->semtimedop(set, operations, count, timeout);
}

INTERPOSED int mq_timedsend(
    mqd_t queue, const char *message, size_t size, unsigned priority, const struct timespec *time) {
    return is_page() ? refuse() : real()->mq_timedsend(queue, message, size, priority, time);
}

INTERPOSED ssize_t mq_timedreceive(
    mqd_t queue, char *restrict message, size_t size, unsigned *restrict priority,
    const struct timespec *restrict time) {
    return is_page() ? refuse() : real()->mq_timedreceive(queue, message, size, priority, time);
}

INTERPOSED int aio_suspend(const struct aiocb *const operations[], int count, const struct timespec *timeout) {
    return timeout && is_page() ? refuse() : real()->aio_suspend(operations, count, timeout);
}

INTERPOSED int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
    return is_page() ? ENOSYS : real()->pthread_timedjoin_np(thread, result, time);
}

INTERPOSED int pthread_clockjoin_np(
    pthread_t thread, void **result, clockid_t id, const struct timespec *time) {
    return is_page() ? ENOSYS : real()->pthread_clockjoin_np(thread, result, id, time);
}
