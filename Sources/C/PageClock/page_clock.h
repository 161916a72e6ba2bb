// The page of memory that the recorder shares with the page's processes: what
// time it is there, who sleeps until when, and which memory the page's pictures
// are handed over in.
//
// The recorder makes the file, sets it up and alone moves the time. The
// preloaded library (Sources/PageClock) maps it in each process of the page,
// reads the time, and writes down its waits. What those processes write is
// untrusted: the recorder reads nothing but numbers from it, and a wrong one
// harms only the page's own time.
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

/// Tells this layout from any other: "PRCLOCK" and its version.
#define PAGE_CLOCK_MAGIC 0x5052434c4f434b07ULL

/// The most threads that can wait at once, in all processes of a page.
///
/// One that finds no room sleeps in slices of real time instead.
#define PAGE_CLOCK_WAITS 1024

/// The most pieces of memory that pictures are handed over in, in all
/// processes of a page one after the other.
#define PAGE_CLOCK_PICTURES 64

/// The least size in bytes of memory that is used again: a picture of 256x256
/// pixels. Of less than that the kernel makes new in no time.
#define PAGE_CLOCK_PICTURE_SIZE (256 * 1024)

/// A deadline that never comes.
#define PAGE_CLOCK_NEVER INT64_MAX

/// One thread's wait.
struct page_clock_wait {
    /// Whether some thread owns this entry.
    uint32_t taken;
    uint32_t reserved;
    /// The virtual time in microseconds at which the wait is over;
    /// PAGE_CLOCK_NEVER while the thread does not wait.
    int64_t deadline;
};

/// One piece of memory in which the page hands its pictures to the recorder.
struct page_clock_picture {
    /// Its file's number (stat(2), st_ino); 0 if there is none.
    uint64_t file;
    /// The same from when the page takes it for a picture until the recorder
    /// has looked at that; else 0.
    uint64_t lent;
};

/// The whole page; every field is read and written atomically.
struct page_clock {
    uint64_t magic;
    /// 0: the processes see the real time. 1: they see this clock.
    uint32_t engaged;
    /// Changes whenever somebody's wait is over: a futex.
    uint32_t generation;
    /// Microseconds on CLOCK_MONOTONIC and its relatives.
    int64_t now;
    /// What to add to `now` for CLOCK_REALTIME.
    int64_t wall_offset;
    /// Where the processes' random numbers come from.
    uint64_t seed;
    /// 0: from the kernel. 1: from `seed`.
    uint32_t is_seeded;
    /// Not 0 once a process has mapped the page.
    uint32_t is_in_use;
    /// Not 0 while the main thread of the process that came last is not in its
    /// event loop: it works, or waits for something else.
    uint32_t away;
    /// How many processes have come.
    uint32_t processes;
    /// Not 0 once the recorder moves the time no more: the processes end.
    uint32_t has_ended;
    /// Not 0 if the recorder keeps the file locked (flock(2)) while it lives.
    uint32_t is_locked;
    /// Not 0 while the recorder waits for the page to come to rest.
    uint32_t is_awaited;
    /// Changes whenever the main thread comes to its event loop meanwhile: a
    /// futex.
    uint32_t arrivals;
    /// How many calls of the kernel that tell the time, or wait for it, have
    /// been made past the library, and the number of the last of them.
    uint32_t unseen_calls;
    uint32_t unseen_call;
    /// Since when the main thread has read the time again and again, while it
    /// sleeps in such a read: virtual microseconds as in `now`; else 0.
    int64_t spinning_since;
    /// How many refreshes the display has had, and the last one at which what
    /// the page holds back has to be displayed.
    uint64_t refreshes;
    uint64_t released_refresh;
    /// When the last refresh was: virtual microseconds as in `now`.
    int64_t refresh_time;
    /// Not 0 while the page waits for a refresh to display something.
    uint32_t is_display_held;
    uint32_t reserved;
    struct page_clock_picture pictures[PAGE_CLOCK_PICTURES];
    struct page_clock_wait waits[PAGE_CLOCK_WAITS];
};

/// The virtual monotonic time in microseconds.
///
/// Sequentially consistent, as a thread that begins to wait stores its deadline
/// and then loads the time: an acquiring load may come before a store
/// (C11, 5.1.2.4; AArch64 has an instruction for such a load, LDAPR).
static inline int64_t page_clock_now(const struct page_clock *clock) {
    return __atomic_load_n(&clock->now, __ATOMIC_SEQ_CST);
}

/// The earliest wait that ends later than a time, or PAGE_CLOCK_NEVER.
///
/// A deadline that has passed belongs to a thread that is about to leave its
/// wait, or to a process that is gone.
static inline int64_t page_clock_next_deadline(const struct page_clock *clock, int64_t after) {
    int64_t earliest = PAGE_CLOCK_NEVER;
    for (size_t index = 0; index < PAGE_CLOCK_WAITS; index++) {
        int64_t deadline = __atomic_load_n(&clock->waits[index].deadline, __ATOMIC_SEQ_CST);
        if (deadline > after && deadline < earliest) earliest = deadline;
    }
    return earliest;
}

/// Moves the time forwards; never backwards.
///
/// \returns Whether the wait of some thread is over, so that the processes
/// have work to do.
static inline bool page_clock_move_to(struct page_clock *clock, int64_t time) {
    int64_t before = page_clock_now(clock);
    if (time <= before) return false;
    // Whoever begins to wait writes its deadline first and then reads the
    // time; here it is the other way round, so one of the two sees the other.
    __atomic_store_n(&clock->now, time, __ATOMIC_SEQ_CST);
    if (page_clock_next_deadline(clock, before) > time) return false;
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return true;
}

/// Prepares a page that is all zeros; not engaged.
static inline void page_clock_set_up(struct page_clock *clock, int64_t now, int64_t wall_offset) {
    for (size_t index = 0; index < PAGE_CLOCK_WAITS; index++) clock->waits[index].deadline = PAGE_CLOCK_NEVER;
    clock->now = now;
    clock->wall_offset = wall_offset;
    __atomic_store_n(&clock->magic, PAGE_CLOCK_MAGIC, __ATOMIC_RELEASE);
}

/// Makes the processes' random numbers repeat.
static inline void page_clock_set_seed(struct page_clock *clock, uint64_t seed) {
    clock->seed = seed;
    __atomic_store_n(&clock->is_seeded, 1, __ATOMIC_RELEASE);
}

/// The file's number of one of the pieces of memory for pictures, 0 if there
/// is none.
static inline uint64_t page_clock_picture_file(const struct page_clock *clock, int32_t index) {
    return __atomic_load_n(&clock->pictures[index].file, __ATOMIC_SEQ_CST);
}

/// Whether some process has mapped the page.
static inline bool page_clock_is_in_use(const struct page_clock *clock) {
    return __atomic_load_n(&clock->is_in_use, __ATOMIC_ACQUIRE) != 0;
}

/// Whether the main thread of the page is not in its event loop.
static inline bool page_clock_is_away(const struct page_clock *clock) {
    return __atomic_load_n(&clock->away, __ATOMIC_SEQ_CST) != 0;
}

/// How many calls that have to do with time were made past the library.
static inline uint32_t page_clock_unseen_calls(const struct page_clock *clock) {
    return __atomic_load_n(&clock->unseen_calls, __ATOMIC_SEQ_CST);
}

/// The number of the last of these calls (syscall(2)).
static inline uint32_t page_clock_unseen_call(const struct page_clock *clock) {
    return __atomic_load_n(&clock->unseen_call, __ATOMIC_SEQ_CST);
}

/// Since when the main thread of the page has read the time again and again,
/// if it sleeps until it goes on; else 0.
static inline int64_t page_clock_spinning_since(const struct page_clock *clock) {
    return __atomic_load_n(&clock->spinning_since, __ATOMIC_SEQ_CST);
}

/// Whether the page waits for a refresh to display something.
static inline bool page_clock_is_display_held(const struct page_clock *clock) {
    return __atomic_load_n(&clock->is_display_held, __ATOMIC_SEQ_CST) != 0;
}

/// Counts a refresh of the display: until time goes on the page may display.
static inline void page_clock_count_refresh(struct page_clock *clock) {
    __atomic_store_n(&clock->refresh_time, page_clock_now(clock), __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&clock->refreshes, 1, __ATOMIC_SEQ_CST);
}

/// Has the page display at this refresh what it has held back.
static inline void page_clock_release_display(struct page_clock *clock) {
    uint64_t refreshes = __atomic_load_n(&clock->refreshes, __ATOMIC_SEQ_CST);
    __atomic_store_n(&clock->released_refresh, refreshes, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/// Says whether the recorder waits for the page to come to rest.
static inline void page_clock_set_awaited(struct page_clock *clock, bool is_awaited) {
    __atomic_store_n(&clock->is_awaited, is_awaited, __ATOMIC_SEQ_CST);
}

/// Changes whenever the main thread comes to its event loop.
static inline uint32_t page_clock_arrivals(const struct page_clock *clock) {
    return __atomic_load_n(&clock->arrivals, __ATOMIC_SEQ_CST);
}

/// Waits until the main thread comes to its event loop, at most for a time.
///
/// \param known What `arrivals` was before the page was looked at: if it has
///     changed since, there is nothing to wait for.
/// \returns Whether it came.
static inline bool page_clock_await_arrival(struct page_clock *clock, uint32_t known, long microseconds) {
    struct __kernel_timespec patience = {.tv_nsec = microseconds * 1000};
    syscall(SYS_futex, &clock->arrivals, FUTEX_WAIT, known, &patience, NULL, 0);
    return __atomic_load_n(&clock->arrivals, __ATOMIC_SEQ_CST) != known;
}

/// Ends the processes, whose sleepers nobody would wake again.
static inline void page_clock_end(struct page_clock *clock) {
    __atomic_store_n(&clock->has_ended, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&clock->generation, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &clock->generation, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/// Lets the processes see this clock from now on, and display what has changed
/// at refreshes alone.
static inline void page_clock_engage(struct page_clock *clock) {
    __atomic_store_n(&clock->engaged, 1, __ATOMIC_RELEASE);
}

#endif
