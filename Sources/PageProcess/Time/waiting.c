#include "waiting.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "displaying.h"
#include "ending.h"
#include "real.h"

/// The wait of a thread, in thread-local storage.
struct wait {
    enum wait_kind kind;
    void *target;
    /// Its entry in the shared memory; negative without an entry.
    int index;
    int event;
    /// Set by the waker; the futex word of `WAIT_SLEEP`.
    uint32_t is_over;
};

static __thread struct wait self __attribute__((tls_model("initial-exec"))) = {.index = -1, .event = -1};

/// Protects `waiting` and `has_waker`; while it is held, no listed wait is freed.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct wait *waiting[PAGE_CLOCK_WAITS];
static bool has_waker;

static pthread_key_t thread_end;
static pthread_once_t set_up_once = PTHREAD_ONCE_INIT;

enum {
    /// How many times the waker yields to woken threads before it sleeps between rounds.
    PATIENCE = 10000,
    /// How many times it sleeps for a millisecond before the process may appear idle.
    MOST_SLEEPS = 500,
};

static int64_t *deadline_of(struct page_clock *clock, size_t index) { return &clock->waits[index].deadline; }

static void wake(struct wait *wait) {
    uint64_t one = 1;
    __atomic_store_n(&wait->is_over, 1, __ATOMIC_SEQ_CST);
    switch (wait->kind) {
    case WAIT_POLL:
        // The write fails only if the event is already set.
        (void)!write(wait->event, &one, sizeof one);
        break;
    case WAIT_CONDITION:
        pthread_cond_broadcast(wait->target);
        break;
    case WAIT_PRIVATE_FUTEX:
        real()->syscall(SYS_futex, wait->target, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
        break;
    case WAIT_SHARED_FUTEX:
        real()->syscall(SYS_futex, wait->target, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
        break;
    case WAIT_SLEEP:
        real()->syscall(SYS_futex, &wait->is_over, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
        break;
    case WAIT_SLICED:
        break;
    }
}

/// Wakes threads whose deadline has passed.
///
/// \param again Whether to wake also those that were woken before.
/// \returns How many still have to end their wait.
static int wake_due(struct page_clock *clock, bool again) {
    int found = 0;
    pthread_mutex_lock(&lock);
    int64_t now = page_clock_now(clock);
    size_t count = page_clock_used_waits(clock);
    for (size_t index = 0; index < count; index++) {
        struct wait *wait = waiting[index];
        if (!wait || __atomic_load_n(deadline_of(clock, index), __ATOMIC_SEQ_CST) > now) continue;
        if (again || !__atomic_load_n(&wait->is_over, __ATOMIC_SEQ_CST)) wake(wait);
        found++;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/// Wakes all threads whose deadline has passed, and waits until their waits have ended, or until the time moves on.
///
/// A thread that has registered its wait but does not sleep yet misses the wakeup, so this
/// repeats: at once for one thread, and for many after each had time to run, because waking them
/// all each time one of them ends would take time that grows with the square of their number.
///
/// On a busy machine a woken thread may not run for long. All threads may sleep while this one does, before it sees
/// that the wait has ended. So the recorder is told, but not for ever: a thread may have to wait for another one to
/// leave its wait.
///
/// \param generation The generation for which the time was looked at.
static void end_due_waits(struct page_clock *clock, uint32_t generation) {
    // The number of due waits that took too long: the recorder no longer waits for them.
    static int hopeless;
    int next = 0;
    for (int round = 0;; round++) {
        bool again = round >= next;
        int count = wake_due(clock, again);
        if (count == 0) hopeless = 0;
        if (count == 0 || __atomic_load_n(&clock->generation, __ATOMIC_SEQ_CST) != generation) break;
        if (again) next = round + count;
        if (round < PATIENCE) {
            sched_yield();
            continue;
        }
        if (count < hopeless || round == PATIENCE + MOST_SLEEPS) hopeless = count;
        note_waking(clock, count > hopeless);
        struct timespec interval = {.tv_nsec = 1000000};
        real()->syscall(SYS_futex, &clock->generation, FUTEX_WAIT, generation, &interval, NULL, 0);
    }
    note_waking(clock, false);
}

/// The process's only waker thread, which watches the time, and ends the process with the
/// recorder.
static void *run_waker(void *argument) {
    struct page_clock *clock = argument;
    prctl(PR_SET_NAME, "PageClock");
    int file = open_page();
    while (true) {
        if (must_end(clock, file)) _exit(EXIT_SUCCESS);
        uint32_t generation = __atomic_load_n(&clock->generation, __ATOMIC_SEQ_CST);
        release_display(clock);
        end_due_waits(clock, generation);
        struct timespec patience = {.tv_sec = 1};
        real()->syscall(SYS_futex, &clock->generation, FUTEX_WAIT, generation, &patience, NULL, 0);
    }
    return NULL;
}

static void free_thread(void *argument) {
    (void)argument;
    struct page_clock *clock = engaged_clock();
    if (self.index >= 0 && clock) {
        // The thread may have been canceled during its wait.
        end_wait(clock);
        __atomic_store_n(&clock->waits[self.index].taken, 0, __ATOMIC_RELEASE);
    }
    self.index = -1;
    if (self.event >= 0) close(self.event);
    self.event = -1;
}

/// Runs in a child of `fork`: it has one thread, whose entry belongs to the parent.
static void forget_parent(void) {
    self.index = -1;
    if (self.event >= 0) close(self.event);
    self.event = -1;
    memset(waiting, 0, sizeof waiting);
    pthread_mutex_init(&lock, NULL);
    has_waker = false;
}

static void set_up(void) {
    pthread_key_create(&thread_end, free_thread);
    pthread_atfork(NULL, NULL, forget_parent);
}

/// Starts the waker.
///
/// \returns Whether it is running.
static bool start_waker(struct page_clock *clock) {
    // Signals are delivered to the process's other threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    bool is_started = pthread_create(&thread, &attributes, run_waker, clock) == 0;
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

/// Makes `free_thread` run when the calling thread ends.
static void free_at_end(void) {
    pthread_once(&set_up_once, set_up);
    pthread_setspecific(thread_end, &self);
}

/// Counts an entry as used.
static void count_entry(struct page_clock *clock, uint32_t index) {
    uint32_t count = __atomic_load_n(&clock->used_waits, __ATOMIC_SEQ_CST);
    while (count <= index && !__atomic_compare_exchange_n(
                                 &clock->used_waits, &count, index + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
}

/// Claims an entry in the shared memory for the calling thread.
static bool take_entry(struct page_clock *clock) {
    if (self.index >= 0) return true;
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
        uint32_t free = 0;
        if (__atomic_compare_exchange_n(
                &clock->waits[index].taken, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            self.index = index;
            count_entry(clock, (uint32_t)index);
            free_at_end();
            return true;
        }
    }
    return false;
}

enum wait_state begin_wait(struct page_clock *clock, enum wait_kind kind, void *target, int64_t deadline) {
    if (page_clock_now(clock) >= deadline) return WAIT_IS_OVER;
    if (!take_entry(clock)) return WAIT_UNWATCHED;
    self.is_over = 0;
    self.kind = kind;
    self.target = target;
    pthread_mutex_lock(&lock);
    has_waker = has_waker || start_waker(clock);
    bool is_watched = has_waker;
    if (is_watched) waiting[self.index] = &self;
    pthread_mutex_unlock(&lock);
    if (!is_watched) return WAIT_UNWATCHED;
    __atomic_store_n(deadline_of(clock, self.index), deadline, __ATOMIC_SEQ_CST);
    if (page_clock_now(clock) < deadline) return WAIT_BEGUN;
    end_wait(clock);
    return WAIT_IS_OVER;
}

void end_wait(struct page_clock *clock) {
    if (self.index < 0) return;
    pthread_mutex_lock(&lock);
    waiting[self.index] = NULL;
    pthread_mutex_unlock(&lock);
    __atomic_store_n(deadline_of(clock, self.index), PAGE_CLOCK_NEVER, __ATOMIC_SEQ_CST);
}

int wait_event(void) {
    if (self.event < 0) {
        self.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        free_at_end();
    }
    return self.event;
}

uint32_t *wait_word(void) { return &self.is_over; }

bool was_woken_by_clock(void) { return __atomic_load_n(&self.is_over, __ATOMIC_SEQ_CST); }
