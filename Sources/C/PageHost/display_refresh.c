#include "display_refresh.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <time.h>

#include "display_gate.h"

/// The rate of WebKit's own timer (AnimationFrameRate.h).
#define REAL_TIME_RATE 60

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool holds;
static unsigned nominal_rate = REAL_TIME_RATE;
/// How often holding has begun.
static unsigned epoch;
/// The epoch in which the calling thread began; 0 before its first refresh.
static __thread unsigned own_epoch;
#define NEVER_HELD UINT_MAX
/// Threads of this epoch waiting at the gate, and how many of them may leave it.
static int held_count;
static int released_count;

void display_refresh_hold(unsigned rate) {
    pthread_mutex_lock(&lock);
    if (!holds) {
        epoch++;
        // A thread of the page before may not have left the gate yet; it leaves these alone.
        held_count = 0;
        released_count = 0;
    }
    holds = true;
    nominal_rate = rate;
    pthread_mutex_unlock(&lock);
}

void display_refresh_run(void) {
    pthread_mutex_lock(&lock);
    holds = false;
    nominal_rate = REAL_TIME_RATE;
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

unsigned display_gate_rate(void) {
    pthread_mutex_lock(&lock);
    unsigned rate = nominal_rate;
    pthread_mutex_unlock(&lock);
    return rate;
}

void display_gate_wait(void) {
    pthread_mutex_lock(&lock);
    // Holds only the thread of the current page. When a page is closed, WebKit's main thread
    // joins its refresh thread; holding that one would deadlock, because only the main thread
    // could release it.
    if (own_epoch == 0) own_epoch = holds ? epoch : NEVER_HELD;
    bool is_held = holds && own_epoch == epoch;
    if (is_held) {
        held_count++;
        while (holds && own_epoch == epoch && released_count == 0) pthread_cond_wait(&changed, &lock);
        if (own_epoch == epoch) {
            if (released_count > 0) released_count--;
            held_count--;
        }
    }
    pthread_mutex_unlock(&lock);
    if (is_held) return;
    struct timespec length = {.tv_nsec = 1000000000 / REAL_TIME_RATE};
    nanosleep(&length, NULL);
}
