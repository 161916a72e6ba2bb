// Keeps what workers do out of the picture of the refresh that it came with.
//
// An animation frame often sends a worker a message, and the worker draws on an `OffscreenCanvas`. WebKit puts
// that into the canvas's layer on the worker's own thread, while the main thread may put the canvas's picture
// before it there, for its own changes (PlaceholderRenderingContext.cpp). The frame would show the one or the
// other by chance. Like any task that follows the animation frame, the worker's comes after the picture: a
// worker that wakes during a refresh waits for its end.
//
// A main thread that shares memory with a worker may wait for it in a busy loop, and the refresh would never
// end. So after a second of its work, workers no longer wait.
//
// Workers sleep in WebKit's queue of messages (MessageQueue.h), which parks them (ParkingLot.h).
#include "waking.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "page.h"
#include "real.h"

/// The mangled name of `WTF::ParkingLot::parkConditionallyImpl(const void *, const ScopedLambda<bool()> &, const
/// ScopedLambda<void()> &, const TimeWithDynamicClockType &)`.
#define PARK                                                                                           \
    "_ZN3WTF10ParkingLot21parkConditionallyImplEPKvRKNS_12ScopedLambdaIFbvEEERKNS3_IFvvEEERKNS_24Time" \
    "WithDynamicClockTypeE"

/// `WTF::ParkingLot::ParkResult`.
struct park_result {
    bool was_unparked;
    intptr_t token;
};

static struct park_result (*park_really)(const void *, const void *, const void *, const void *);
static pthread_once_t once = PTHREAD_ONCE_INIT;
/// Whether the main thread may wait for workers.
static atomic_bool is_given_up;
/// The main thread's processor time at which the worker no longer waits.
static __thread int64_t limit __attribute__((tls_model("initial-exec")));

/// How long the main thread may work while a worker waits for the end of a refresh, in nanoseconds of its processor time.
static const int64_t patience = 1000000000;

static void find_park(void) { park_really = dlsym(RTLD_NEXT, PARK); }

/// The main thread's processor time in nanoseconds.
static int64_t main_thread_work(void) {
    // The processor-time clock of the process's first thread (Linux, include/linux/posix-timers_types.h, CPUCLOCK_SCHED
    // and CPUCLOCK_PERTHREAD_MASK).
    enum { SCHEDULER = 2, OF_THREAD = 4 };
    clockid_t id = (clockid_t)((~(unsigned)getpid() << 3) | SCHEDULER | OF_THREAD);
    struct timespec time;
    return real()->clock_gettime(id, &time) == 0 ? time.tv_sec * INT64_C(1000000000) + time.tv_nsec : 0;
}

static bool gives_up(void) {
    if (main_thread_work() < limit) return atomic_load(&is_given_up);
    atomic_store(&is_given_up, true);
    return true;
}

void wait_out_refresh(void) {
    struct page_clock *clock = engaged_clock();
    if (!clock || atomic_load(&is_given_up) || __atomic_load_n(&clock->has_ended, __ATOMIC_SEQ_CST)) return;
    uint64_t ended = __atomic_load_n(&clock->ended_refresh, __ATOMIC_SEQ_CST);
    if (ended == __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST) || !is_worker()) return;
    limit = main_thread_work() + patience;
    wait_for_turn(clock, gives_up);
}

INTERPOSED struct park_result park(
    const void *address, const void *validation, const void *before_sleep, const void *timeout) __asm__(PARK);

struct park_result park(
    const void *address, const void *validation, const void *before_sleep, const void *timeout) {
    pthread_once(&once, find_park);
    struct park_result result = park_really(address, validation, before_sleep, timeout);
    wait_out_refresh();
    return result;
}
