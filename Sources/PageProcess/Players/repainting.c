// Ends a video's wait for the main thread, if the main thread waits for the video.
//
// A video's thread that shows a picture without a layer has the main thread paint it, and waits
// (MediaPlayerPrivateGStreamer.cpp, `triggerRepaint`). Before the main thread seeks or changes the
// playback rate, the video's sink ends that wait (VideoSinkGStreamer.cpp, "repaint-cancelled"). If
// the video's thread begins to wait right after that, both wait for each other forever. So a watcher
// has the sink end the wait again.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "page.h"
#include "real.h"

/// A sink whose thread waits for the main thread. On that thread's stack.
struct request {
    void *sink;
    struct request *next;
    bool was_seen;
};

/// Protects the list, and keeps its sinks alive.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_requested = PTHREAD_COND_INITIALIZER;
static struct request *requests;
static bool watcher_sleeps;

static struct {
    void (*g_signal_emit_valist)(void *, unsigned, uint32_t, va_list);
    void (*g_signal_emit_by_name)(void *, const char *, ...);
    const char *(*g_type_name_from_instance)(void *);
} calls;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t watcher_once = PTHREAD_ONCE_INIT;

static void find_calls(void) {
    calls.g_signal_emit_valist = dlsym(RTLD_NEXT, "g_signal_emit_valist");
    calls.g_signal_emit_by_name = dlsym(RTLD_NEXT, "g_signal_emit_by_name");
    calls.g_type_name_from_instance = dlsym(RTLD_NEXT, "g_type_name_from_instance");
}

/// The processor time of the main thread. It stands still while the thread waits for a lock.
static struct timespec main_time(void) {
    // The clock of a thread's processor time (clock_getres(2) and the kernel's posix-timers.h).
    clockid_t clock = (clockid_t)(~(unsigned)getpid() << 3 | 6);
    struct timespec time = {0};
    real()->clock_gettime(clock, &time);
    return time;
}

/// Marks all requests as seen. The caller holds the lock.
///
/// \returns Whether there are requests, and all of them were marked before.
static bool mark_requests(void) {
    bool were_seen = requests;
    for (struct request *request = requests; request; request = request->next) {
        were_seen = were_seen && request->was_seen;
        request->was_seen = true;
    }
    return were_seen;
}

static void *run_watcher(void *nothing) {
    (void)nothing;
    prctl(PR_SET_NAME, "PageVideos");
    pthread_mutex_lock(&lock);
    struct timespec last = main_time();
    while (true) {
        watcher_sleeps = true;
        while (!requests) pthread_cond_wait(&is_requested, &lock);
        watcher_sleeps = false;
        pthread_mutex_unlock(&lock);
        real()->ppoll(NULL, 0, &(struct timespec){.tv_nsec = 500000000}, NULL);
        pthread_mutex_lock(&lock);
        struct timespec now = main_time();
        bool is_idle = now.tv_sec == last.tv_sec && now.tv_nsec == last.tv_nsec;
        last = now;
        if (!mark_requests() || !is_idle) continue;
        for (struct request *request = requests; request; request = request->next) {
            calls.g_signal_emit_by_name(request->sink, "repaint-cancelled");
        }
    }
    return NULL;
}

static void start_watcher(void) {
    // Signals are delivered to the process's other threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_watcher, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void add(struct request *request) {
    pthread_once(&watcher_once, start_watcher);
    pthread_mutex_lock(&lock);
    request->next = requests;
    requests = request;
    if (watcher_sleeps) pthread_cond_signal(&is_requested);
    pthread_mutex_unlock(&lock);
}

static void drop(struct request *request) {
    pthread_mutex_lock(&lock);
    struct request **link = &requests;
    while (*link != request) link = &(*link)->next;
    *link = request->next;
    pthread_mutex_unlock(&lock);
}

/// GLib: "Emits a signal."
INTERPOSED void g_signal_emit(void *instance, unsigned signal, uint32_t detail, ...) {
    pthread_once(&once, find_calls);
    va_list values;
    va_start(values, detail);
    bool is_request = !is_main_thread() && strcmp(calls.g_type_name_from_instance(instance), "WebKitVideoSink") == 0;
    struct request request = {.sink = instance};
    if (is_request) add(&request);
    calls.g_signal_emit_valist(instance, signal, detail, values);
    if (is_request) drop(&request);
    va_end(values);
}
