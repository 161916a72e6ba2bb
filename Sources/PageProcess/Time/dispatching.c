// The order in which the main thread runs functions that other threads dispatch.
//
// WebKit's other threads, such as those that receive messages from other processes, dispatch
// functions to the main thread's loop (RunLoop.cpp, dispatch). The loop runs all that have
// arrived, and then the timers that are due. Whether a timer of 0 s fires before or after a
// message would therefore depend on the machine. A CSS transition that begins while
// the page loads, for example, would begin at one refresh or at the next one
// (AnimationTimelinesController.cpp, cacheCurrentTime). So the main thread gets one function at
// a time, once it has nothing else to do.
//
// A player's threads are an exception. They dispatch functions, and send messages which are not held: a function that
// tells the size of a video must run before the message that the video has loaded.
#include "dispatching.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "glib.h"
#include "real.h"

/// The number of busy iterations of the main loop after which it gets a function although it is
/// not idle. A page may run tasks without end until a message arrives.
enum { PATIENCE = 1000 };

/// Protects the variables below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The waiting functions, in a ring buffer whose size is a power of two. Each is the pointer that
/// WebKit's `Function<void()>` consists of.
static void **functions;
static size_t room, first;
/// Also read without the lock.
static atomic_size_t count;
/// The main thread's loop.
static void *main_loop;
/// Used by the main thread only.
static int busy_iterations;

/// WebKit's function that returns the main thread's loop.
static void *(*find_main_loop)(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Runs in a child of `fork`.
static void forget_parent(void) {
    pthread_mutex_init(&lock, NULL);
    count = 0;
}

static void set_up(void) {
    find_main_loop = dlsym(RTLD_DEFAULT, "_ZN3WTF7RunLoop13mainSingletonEv");
    if (!find_main_loop) find_main_loop = dlsym(RTLD_DEFAULT, "_ZN3WTF7RunLoop4mainEv");
    pthread_atfork(NULL, NULL, forget_parent);
}

/// Appends a function to the list. The caller holds the lock.
///
/// \returns Whether the memory for it could be allocated.
static bool append(void *function) {
    if (count == room) {
        size_t more = room ? 2 * room : 64;
        void **ring = malloc(more * sizeof *ring);
        if (!ring) return false;
        for (size_t index = 0; index < count; index++) ring[index] = functions[(first + index) & (room - 1)];
        free(functions);
        functions = ring;
        room = more;
        first = 0;
    }
    functions[(first + count++) & (room - 1)] = function;
    return true;
}

/// Removes the first function from the list and returns it.
///
/// \returns NULL if the list is empty.
static void *take(void) {
    void *function = NULL;
    pthread_mutex_lock(&lock);
    if (count > 0) {
        function = functions[first];
        first = (first + 1) & (room - 1);
        count--;
    }
    pthread_mutex_unlock(&lock);
    return function;
}

void deliver_function(bool is_idle) {
    if (atomic_load(&count) == 0) return;
    if (!is_idle && ++busy_iterations < PATIENCE) return;
    busy_iterations = 0;
    void *function = take();
    if (function) real()->dispatch(main_loop, &function);
}

/// Whether the calling thread is a player's. GStreamer names such a thread after an element and its pad, for example
/// `multiqueue0:src` (gsttask.c); the names of WebKit's workers have a space after the colon.
static bool is_of_player(void) {
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    const char *colon = strchr(name, ':');
    return colon && colon[1] != ' ';
}

/// `WTF::RunLoop::dispatch(WTF::Function<void()> &&)`: makes a loop run a function.
INTERPOSED void dispatch(void *loop, void **function) __asm__(DISPATCH);

void dispatch(void *loop, void **function) {
    struct page_clock *clock = is_main_thread() || is_of_player() ? NULL : engaged_clock();
    pthread_once(&once, set_up);
    bool waits = false;
    if (clock && *function && find_main_loop && glib() && loop == find_main_loop()) {
        pthread_mutex_lock(&lock);
        main_loop = loop;
        waits = append(*function);
        pthread_mutex_unlock(&lock);
    }
    if (!waits) {
        real()->dispatch(loop, function);
        return;
    }
    // Moved from.
    *function = NULL;
    glib()->g_main_context_wakeup(NULL);
}
