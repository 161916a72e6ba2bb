// The memory shared with the recorder, and this process's view of time.
#ifndef PAGE_CLOCK_PAGE_H
#define PAGE_CLOCK_PAGE_H

#include <page_clock.h>
#include <time.h>

#pragma GCC visibility push(hidden)

/// Marks a function that replaces another library's.
#define INTERPOSED __attribute__((visibility("default")))

/// The memory shared with the recorder; NULL in any program but WebKit's web process, and
/// without a shared file.
struct page_clock *shared_page(void);

/// The clock that this process uses; NULL until the recorder engages it, while the real time
/// applies.
struct page_clock *engaged_clock(void);

/// Whether the calling thread is the process's main thread, which runs the page's event loop.
bool is_main_thread(void);

/// Whether the calling thread is one of a page's workers.
bool is_worker(void);

/// Whether the process has had a worker that has read the time, as each does when it starts.
bool has_workers(void);

/// Tells the recorder whether the main thread is in its event loop or away.
void note_absence(struct page_clock *clock, bool is_away);

/// Tells the recorder whether a wait whose deadline has passed has not ended yet, though all threads may sleep.
void note_waking(struct page_clock *clock, bool is_waking);

/// Tells the recorder that the main thread begins to sleep in a read of the time.
///
/// \param since When the thread began its busy loop; 0 when the sleep is over.
void note_spin(struct page_clock *clock, int64_t since);

/// Waits for a turn, which the recorder gives when the page is idle.
///
/// All waiting threads then go on, each up to its next wait for a turn.
///
/// \param gives_up Called ten times per second; returns whether to go on without a turn. NULL for never.
void wait_for_turn(struct page_clock *clock, bool (*gives_up)(void));

/// Makes the main thread wait until the picture of the refresh under way is complete; as long as that lasts, it counts
/// as being in its event loop.
void wait_for_picture(struct page_clock *clock);

/// Maps the file named by an environment variable; NULL if the variable is not set or the file
/// is too small.
void *map_shared(const char *variable, size_t size);

/// Opens the shared memory's file; negative on failure.
int open_page(void);

/// How far the calling thread's time is ahead of the clock, in microseconds.
///
/// The lead is 1, except at the instant when the thread first reads the time. A document and a
/// worker take their start time then. Times relative to it are rounded down to milliseconds
/// after a floating-point subtraction, so without that microsecond 300 ms would often become
/// 299 ms.
///
/// A worker's thread is ahead by one more, or by as much as the main thread was nudged: a
/// worker counts from the time that the main thread saw when it created the worker, and must
/// not see an earlier time.
int64_t thread_lead(const struct page_clock *clock);

/// The virtual time in microseconds as the calling thread sees it.
///
/// This is the clock's time plus the thread's lead, or the time to which the thread was nudged,
/// whichever is later. It never goes back.
int64_t thread_time(const struct page_clock *clock);

/// Moves the calling thread's time ahead by one microsecond.
///
/// Called when a thread asks to wait for no time at all. A timer that is early by a rounding
/// error keeps asking for the rest, which is less than the clock's resolution. A real clock
/// would advance meanwhile; one that stands still would never let it leave.
void nudge_thread(const struct page_clock *clock);

/// Converts an absolute time that may belong to either clock to the shared clock.
///
/// pthread_cond_t and `struct timespec` do not name the clock. The page's monotonic time is
/// that of a machine started some weeks ago, its wall time that of this century, so the nearer
/// one is meant.
int64_t monotonic_deadline(const struct page_clock *clock, const struct timespec *time);

/// Converts an absolute time of a clock, as the calling thread sees it, to the shared clock.
int64_t clock_deadline(const struct page_clock *clock, clockid_t id, const struct timespec *time);

/// The time on the shared clock at which a wait of the calling thread ends that begins now; at
/// most PAGE_CLOCK_NEVER.
int64_t deadline_after(const struct page_clock *clock, const struct timespec *length);

/// Whether the kernel would accept a time. Invalid times are passed to the kernel to reject.
bool is_valid(const struct timespec *time);

#pragma GCC visibility pop

#endif
