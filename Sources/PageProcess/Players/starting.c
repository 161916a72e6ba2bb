// Makes changes of a player's state take none of the page's time: gst_element_set_state.
//
// WebKit changes the state of players and audio contexts on the main thread. WebKitGTK 2.54.3 then
// waits for the renderer of a context, for up to 512 samples (12 ms at 44.1 kHz). When a context
// starts, there is no renderer yet, so it always waits that long, and the page's time would pass
// in the middle of a script. Such a wait now ends as soon as nothing else on the page moves: whoever
// could have ended it has done so.
#include "starting.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "finishing.h"

/// The longest wait that is cut short, in microseconds. 512 samples at 8 kHz take 64 ms.
enum { LONGEST = 100000 };

/// How many changes of state the calling thread is in.
static __thread int depth __attribute__((tls_model("initial-exec")));

static _Atomic bool has_had_players;

bool has_players(void) { return atomic_load(&has_had_players); }

bool takes_no_time(const struct page_clock *clock, int64_t deadline) {
    return depth > 0 && is_main_thread() && deadline - page_clock_now(clock) <= LONGEST;
}

static int (*set_state)(void *, int);

static void find_real(void) { set_state = (int (*)(void *, int))dlsym(RTLD_NEXT, "gst_element_set_state"); }

/// GStreamer: "Sets the state of the element."
INTERPOSED int gst_element_set_state(void *element, int state) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_real);
    if (!set_state) return PLAYER_FAILED;
    atomic_store(&has_had_players, true);
    uint32_t number = begin_start(element, state);
    depth++;
    int result = set_state(element, state);
    depth--;
    if (result == PLAYER_CHANGES) note_change(element, number, PLAYER_READY);
    return result;
}
