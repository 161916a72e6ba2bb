// Memory that the recorder shares with the page's processes: the virtual time, the threads that
// wait for it, and the shared memory of the page's pictures.
//
// The recorder creates and initializes the file, and it alone advances the time. The preloaded
// library (Sources/PageProcess) maps the file in each of the page's processes, reads the time
// and lists their waits. What those processes write is untrusted: the recorder reads only
// numbers from it, and a wrong one affects only the page's own time.
#ifndef PAGEREEL_PAGE_CLOCK_H
#define PAGEREEL_PAGE_CLOCK_H

#include <limits.h>
#include <linux/futex.h>
#include <linux/time_types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The environment variable that names the shared file.
#define PAGE_CLOCK_VARIABLE "PAGEREEL_PAGE_CLOCK"

/// Identifies this layout: "PRCLOCK" and its version.
#define PAGE_CLOCK_MAGIC 0x5052434c4f434b0dULL

/// The maximum number of waiting threads, in all processes of a page.
///
/// A thread without an entry sleeps in slices of real time instead.
#define PAGE_CLOCK_WAITS 4096

/// The maximum number of shared memory blocks for pictures, in all processes of a page
/// together.
#define PAGE_CLOCK_PICTURES 64

/// The minimum size of reused memory in bytes: a picture of 256x256 pixels. The kernel
/// allocates smaller blocks fast enough.
#define PAGE_CLOCK_PICTURE_SIZE (256 * 1024)

/// A deadline that never passes.
#define PAGE_CLOCK_NEVER INT64_MAX

/// The wait of one thread.
struct page_clock_wait {
    /// Whether a thread owns this entry.
    uint32_t taken;
    uint32_t reserved;
    /// The virtual time in microseconds at which the wait ends; PAGE_CLOCK_NEVER while the
    /// thread does not wait.
    int64_t deadline;
};

/// A block of shared memory in which the page passes pictures to the recorder.
struct page_clock_picture {
    /// The inode number of its file (stat(2), st_ino); 0 if the entry is free.
    uint64_t file;
    /// The same number while the block is lent: from when the page fills it until the recorder
    /// has read it. Otherwise 0.
    uint64_t lent;
};

/// The shared memory; every field is read and written atomically.
struct page_clock {
    uint64_t magic;
    /// 0: the processes use the real time. 1: they use this clock.
    uint32_t engaged;
    /// A futex that changes whenever a wait ends.
    uint32_t generation;
    /// The virtual time in microseconds, as CLOCK_MONOTONIC and related clocks show it.
    int64_t now;
    /// The offset from `now` to CLOCK_REALTIME, in microseconds.
    int64_t wall_offset;
    /// The seed of the processes' random numbers.
    uint64_t seed;
    /// 0: random numbers come from the kernel. 1: they come from `seed`.
    uint32_t is_seeded;
    /// Not 0 once a worker of the page has asked for WebGL and not got it.
    uint32_t lacks_worker_webgl;
    /// Not 0 once a worker of the page draws by WebGL on a canvas that is shown late.
    uint32_t has_delayed_webgl;
    /// Not 0 if the main thread reads another millisecond from the wall clock each time.
    uint32_t has_distinct_dates;
    /// Not 0 once a process has mapped the memory.
    uint32_t is_in_use;
    /// Not 0 while the latest process sleeps between attempts to end waits whose deadline has passed.
    uint32_t is_waking;
    /// Not 0 while the main thread of the latest process is outside its event loop, because it
    /// works or waits for something else.
    uint32_t away;
    /// The number of processes that have mapped the memory.
    uint32_t processes;
    /// Not 0 once the recorder no longer advances the time; the processes then end.
    uint32_t has_ended;
    /// Not 0 if the recorder locks the file (flock(2)) for its lifetime.
    uint32_t is_locked;
    /// Not 0 while the recorder waits for the page to become idle.
    uint32_t is_awaited;
    /// A futex that changes when the main thread, or the recorder's, enters its event loop while `is_awaited`.
    uint32_t arrivals;
    /// The number of time-related system calls that bypassed the library, and the number of the
    /// last system call among them.
    uint32_t unseen_calls;
    uint32_t unseen_call;
    /// When the main thread began to read the time in a busy loop, while it sleeps in such a
    /// read: virtual microseconds as in `now`. Otherwise 0.
    int64_t spinning_since;
    /// The number of display refreshes so far, and the last refresh at which the page must
    /// display what it holds back.
    uint64_t refreshes;
    uint64_t released_refresh;
    /// The last refresh whose picture is complete.
    uint64_t ended_refresh;
    /// The time of the last refresh: virtual microseconds as in `now`.
    int64_t refresh_time;
    /// Not 0 while the page waits for a refresh before it displays something.
    uint32_t is_display_held;
    /// How often the page's compositor has asked to compose, and the number of such requests that are
    /// granted.
    uint32_t compositions;
    uint32_t granted_compositions;
    /// Not 0 if the page displays nothing more at this refresh once the picture is complete.
    uint32_t ends_at_picture;
    /// Not 0 if the page has a compositor thread. The main thread's next task then waits for the picture.
    uint32_t is_composited;
    /// A futex, 1 while the main thread waits with its next task for the picture of what it has displayed.
    uint32_t is_task_held;
    /// The number of threads of the latest process that wait for a turn, and a futex that changes with
    /// each turn.
    uint32_t awaits_turn;
    uint32_t turn;
    /// The number of entries of `waits` that have ever been taken; the others are not looked at.
    uint32_t used_waits;
    struct page_clock_picture pictures[PAGE_CLOCK_PICTURES];
    struct page_clock_wait waits[PAGE_CLOCK_WAITS];
};

/// The virtual monotonic time in microseconds.
///
/// The load is sequentially consistent, because a waiting thread stores its deadline and then
/// loads the time: an acquire load could be reordered before the store (C11, 5.1.2.4; on
/// AArch64, LDAPR).
static inline int64_t page_clock_now(const struct page_clock *clock) {
    return __atomic_load_n(&clock->now, __ATOMIC_SEQ_CST);
}

/// The number of entries of `waits` that may have a deadline.
///
/// A thread counts its entry before it stores its first deadline.
static inline size_t page_clock_used_waits(const struct page_clock *clock) {
    uint32_t count = __atomic_load_n(&clock->used_waits, __ATOMIC_SEQ_CST);
    return count < PAGE_CLOCK_WAITS ? count : PAGE_CLOCK_WAITS;
}

/// The earliest deadline after a time, or PAGE_CLOCK_NEVER.
///
/// An earlier deadline belongs to a thread that is about to leave its wait, or to a process
/// that has ended.
static inline int64_t page_clock_next_deadline(const struct page_clock *clock, int64_t after) {
    int64_t earliest = PAGE_CLOCK_NEVER;
    size_t count = page_clock_used_waits(clock);
    for (size_t index = 0; index < count; index++) {
        int64_t deadline = __atomic_load_n(&clock->waits[index].deadline, __ATOMIC_SEQ_CST);
        if (deadline > after && deadline < earliest) earliest = deadline;
    }
    return earliest;
}

/// Advances the time; never moves it back.
///
/// \returns Whether any wait ended, so that the processes have work to do.
static inline bool page_clock_move_to(struct page_clock *clock, int64_t time) {
    int64_t before = page_clock_now(clock);
    if (time <= before) return false;
    // A waiting thread writes its deadline and then reads the time. Here the order is reversed,
    // so one of the two sees the other's write.
    __atomic_store_n(&clock->now, time, __ATOMIC_SEQ_CST);
    if (page_clock_next_deadline(clock, before) > time) return false;
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

/// Initializes memory that is all zeros; the clock is not engaged.
static inline void page_clock_set_up(struct page_clock *clock, int64_t now, int64_t wall_offset) {
    for (size_t index = 0; index < PAGE_CLOCK_WAITS; index++) clock->waits[index].deadline = PAGE_CLOCK_NEVER;
    clock->now = now;
    clock->wall_offset = wall_offset;
    __atomic_store_n(&clock->magic, PAGE_CLOCK_MAGIC, __ATOMIC_RELEASE);
}

/// Makes the processes' random numbers reproducible.
static inline void page_clock_set_seed(struct page_clock *clock, uint64_t seed) {
    clock->seed = seed;
    __atomic_store_n(&clock->is_seeded, 1, __ATOMIC_RELEASE);
}

/// Whether a worker of the page has asked for WebGL and not got it.
static inline bool page_clock_lacks_worker_webgl(const struct page_clock *clock) {
    return __atomic_load_n(&clock->lacks_worker_webgl, __ATOMIC_SEQ_CST) != 0;
}

/// Whether a worker of the page draws by WebGL on a canvas that is shown late (canvas_watcher.h).
static inline bool page_clock_has_delayed_webgl(const struct page_clock *clock) {
    return __atomic_load_n(&clock->has_delayed_webgl, __ATOMIC_SEQ_CST) != 0;
}

/// Whether a wait whose deadline has passed has not ended yet, though all threads may sleep.
static inline bool page_clock_is_waking(const struct page_clock *clock) {
    return __atomic_load_n(&clock->is_waking, __ATOMIC_SEQ_CST) != 0;
}

/// Lets the main thread read another millisecond from the wall clock each time.
static inline void page_clock_make_dates_distinct(struct page_clock *clock) {
    __atomic_store_n(&clock->has_distinct_dates, 1, __ATOMIC_RELEASE);
}

/// The inode number of a picture's memory; 0 if the entry is free.
static inline uint64_t page_clock_picture_file(const struct page_clock *clock, int32_t index) {
    return __atomic_load_n(&clock->pictures[index].file, __ATOMIC_SEQ_CST);
}

/// Whether a process has mapped the memory.
static inline bool page_clock_is_in_use(const struct page_clock *clock) {
    return __atomic_load_n(&clock->is_in_use, __ATOMIC_ACQUIRE) != 0;
}

/// Whether the page's main thread is outside its event loop.
static inline bool page_clock_is_away(const struct page_clock *clock) {
    return __atomic_load_n(&clock->away, __ATOMIC_SEQ_CST) != 0;
}

/// How many time-related system calls bypassed the library.
static inline uint32_t page_clock_unseen_calls(const struct page_clock *clock) {
    return __atomic_load_n(&clock->unseen_calls, __ATOMIC_SEQ_CST);
}

/// The number of the last such system call (syscall(2)).
static inline uint32_t page_clock_unseen_call(const struct page_clock *clock) {
    return __atomic_load_n(&clock->unseen_call, __ATOMIC_SEQ_CST);
}

/// When the page's main thread began to read the time in a busy loop, if it sleeps in such a
/// read; otherwise 0.
static inline int64_t page_clock_spinning_since(const struct page_clock *clock) {
    return __atomic_load_n(&clock->spinning_since, __ATOMIC_SEQ_CST);
}

/// Whether the page waits for a refresh before it displays something.
static inline bool page_clock_is_display_held(const struct page_clock *clock) {
    return __atomic_load_n(&clock->is_display_held, __ATOMIC_SEQ_CST) != 0;
}

/// Counts a display refresh; the page may display until the refresh ends or the time advances.
///
/// \param ends_at_picture Whether the page displays nothing more at this refresh once the picture is complete.
/// \param is_composited Whether the page has a compositor thread. The next task then waits for the picture.
static inline void page_clock_count_refresh(struct page_clock *clock, bool ends_at_picture, bool is_composited) {
    __atomic_store_n(&clock->is_composited, is_composited, __ATOMIC_SEQ_CST);
    __atomic_store_n(&clock->ends_at_picture, ends_at_picture, __ATOMIC_SEQ_CST);
    __atomic_store_n(&clock->refresh_time, page_clock_now(clock), __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&clock->refreshes, 1, __ATOMIC_SEQ_CST);
}

/// Makes the page display at this refresh what it has held back.
static inline void page_clock_release_display(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    __atomic_store_n(&clock->released_refresh, refreshes, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/// Lets the page's compositor compose, if it waits for that.
///
/// \returns Whether it was waiting.
static inline bool page_clock_grant_composition(struct page_clock *clock) {
    uint32_t asked = __atomic_load_n(&clock->compositions, __ATOMIC_SEQ_CST);
    if (__atomic_exchange_n(&clock->granted_compositions, asked, __ATOMIC_SEQ_CST) == asked) return false;
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

/// Sets whether the recorder waits for the page to become idle.
static inline void page_clock_set_awaited(struct page_clock *clock, bool is_awaited) {
    __atomic_store_n(&clock->is_awaited, is_awaited, __ATOMIC_SEQ_CST);
}

/// Counts that a main thread enters its event loop.
static inline void page_clock_note_arrival(struct page_clock *clock) {
    __atomic_add_fetch(&clock->arrivals, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->arrivals, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/// A counter that changes when the main thread, or the recorder's, enters its event loop.
static inline uint32_t page_clock_arrivals(const struct page_clock *clock) {
    return __atomic_load_n(&clock->arrivals, __ATOMIC_SEQ_CST);
}

/// Waits until the main thread, or the recorder's, enters its event loop, or until a time-out.
///
/// \param known The value of `arrivals` before the page's state was read. If it has changed
/// since, the function returns at once.
/// \returns Whether the main thread has entered its event loop.
static inline bool page_clock_await_arrival(struct page_clock *clock, uint32_t known, long microseconds) {
    struct __kernel_timespec patience = {.tv_nsec = microseconds * 1000};
    syscall(SYS_futex, &clock->arrivals, FUTEX_WAIT, known, &patience, NULL, 0);
    return __atomic_load_n(&clock->arrivals, __ATOMIC_SEQ_CST) != known;
}

/// Lets the threads that wait for a turn go on, once each.
///
/// \returns Whether any thread was waiting.
static inline bool page_clock_give_turn(struct page_clock *clock) {
    if (__atomic_load_n(&clock->awaits_turn, __ATOMIC_SEQ_CST) == 0) return false;
    __atomic_add_fetch(&clock->turn, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

/// Lets the main thread go on, if it waits with its next task for a picture.
///
/// \returns Whether it was waiting.
static inline bool page_clock_release_task(struct page_clock *clock) {
    if (__atomic_exchange_n(&clock->is_task_held, 0, __ATOMIC_SEQ_CST) == 0) return false;
    syscall(SYS_futex, &clock->is_task_held, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

/// Ends the last refresh, and wakes the threads that wait for its picture.
static inline void page_clock_end_refresh(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    __atomic_store_n(&clock->ended_refresh, refreshes, __ATOMIC_SEQ_CST);
    page_clock_release_task(clock);
    page_clock_give_turn(clock);
}

/// Ends the processes, whose waiting threads would never wake again.
static inline void page_clock_end(struct page_clock *clock) {
    __atomic_store_n(&clock->has_ended, 1, __ATOMIC_SEQ_CST);
    page_clock_release_task(clock);
    page_clock_give_turn(clock);
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/// Makes the processes use this clock from now on, and display changes only at refreshes.
static inline void page_clock_engage(struct page_clock *clock) {
    __atomic_store_n(&clock->engaged, 1, __ATOMIC_RELEASE);
}

#endif
