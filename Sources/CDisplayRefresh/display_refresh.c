#include "display_refresh.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool holds;
/// How often holding has begun.
static unsigned epoch;
/// The epoch in which the calling thread began; 0 before its first sleep.
static __thread unsigned own_epoch;
#define NEVER_HELD UINT_MAX
/// Threads in the gate, and how many of them may leave it.
static int held_count;
static int released_count;

/// WebKit names the thread (DisplayVBlankMonitorThreaded.cpp).
static bool is_refresh_thread(void) {
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    return strcmp(name, "VBlankMonitor") == 0;
}

void display_refresh_hold(bool is_held) {
    pthread_mutex_lock(&lock);
    if (is_held && !holds) epoch++;
    holds = is_held;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

bool display_refresh_release(void) {
    pthread_mutex_lock(&lock);
    bool is_pending = held_count > released_count;
    if (is_pending) released_count = held_count;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return is_pending;
}

bool display_refresh_is_pending(void) {
    pthread_mutex_lock(&lock);
    bool is_pending = held_count > released_count;
    pthread_mutex_unlock(&lock);
    return is_pending;
}

const char *display_refresh_image(void) {
    Dl_info image;
    return dladdr(&lock, &image) ? image.dli_fname : NULL;
}

/// Waits in the gate.
///
/// \returns Whether this was a held refresh; if not, sleep as usual.
static bool wait_for_release(void) {
    pthread_mutex_lock(&lock);
    // Only the thread of the page that is held. For one of a page that is
    // gone WebKit waits on the main thread, which alone could release it.
    if (own_epoch == 0) own_epoch = holds ? epoch : NEVER_HELD;
    bool is_held = holds && own_epoch == epoch;
    if (is_held) {
        held_count++;
        while (holds && own_epoch == epoch && released_count == 0) pthread_cond_wait(&changed, &lock);
        if (released_count > 0) released_count--;
        held_count--;
    }
    pthread_mutex_unlock(&lock);
    return is_held;
}

/// In the place of the C library's, for this program and its libraries.
__attribute__((visibility("default"))) int nanosleep(const struct timespec *length, struct timespec *rest) {
    if (is_refresh_thread() && wait_for_release()) return 0;
    int error = clock_nanosleep(CLOCK_MONOTONIC, 0, length, rest);
    if (error == 0) return 0;
    errno = error;
    return -1;
}
