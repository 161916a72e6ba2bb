// The shared page as this process sees it.
#ifndef PAGE_CLOCK_PAGE_H
#define PAGE_CLOCK_PAGE_H

#include <page_clock.h>
#include <time.h>

#pragma GCC visibility push(hidden)

/// What marks a function that takes the place of another library's.
#define INTERPOSED __attribute__((visibility("default")))

/// What the recorder shares with this process, or nothing: in any program but
/// WebKit's web process, and without a shared file.
struct page_clock *shared_page(void);

/// The same as the clock that this process lives by, or nothing if that is the
/// real one: until the recorder engages it.
struct page_clock *engaged_clock(void);

/// Whether the calling thread is the process's first, whose event loop is the
/// page's.
bool is_main_thread(void);

/// Tells the recorder whether the main thread is in its event loop, or away.
void note_absence(struct page_clock *clock, bool is_away);

/// Tells the recorder that the main thread begins to sleep in a read of the
/// time.
///
/// \param since When the thread began to read the time again and again; 0 when
///     the sleep is over.
void note_spin(struct page_clock *clock, int64_t since);

/// Maps the file that a variable of the environment names; null without one, or
/// where it is too small.
void *map_shared(const char *variable, size_t size);

/// Opens the shared page's file; negative if there is none.
int open_page(void);

/// How many microseconds the calling thread's time is ahead of the clock.
///
/// One, but for the instant in which the thread first looks at it. A document
/// and a worker take the time of their beginning then; what they count from it
/// is rounded down to milliseconds, after a subtraction of floating point
/// numbers. Without that microsecond 300 ms would often be 299.
///
/// A worker's thread is ahead by one more, or by as much as the process's
/// first thread was nudged: a worker counts from what that thread saw when it
/// made the worker, and must see nothing before that.
int64_t thread_lead(const struct page_clock *clock);

/// The virtual time in microseconds as the calling thread sees it: the
/// clock's and the thread's lead, or what the thread was nudged to until the
/// clock has come there. It never goes back.
int64_t thread_time(const struct page_clock *clock);

/// Lets the calling thread see one microsecond more.
///
/// Called when a thread asks to wait for no time at all. A timer that is
/// early by a rounding error asks again and again for the rest, which is less
/// than the clock's grain; the real clock goes on meanwhile, and one that
/// stands still would never let it leave.
void nudge_thread(const struct page_clock *clock);

/// Which of the page's two times an absolute time is meant for.
///
/// pthread_cond_t and `struct timespec` do not say. The page's monotonic
/// time is that of a machine that was started some weeks ago and its wall
/// clock that of this century, so the nearer one is meant.
int64_t monotonic_deadline(const struct page_clock *clock, const struct timespec *time);

/// An absolute time of one of the clocks as the calling thread sees them, on
/// the shared one.
int64_t clock_deadline(const struct page_clock *clock, clockid_t id, const struct timespec *time);

/// The time on the shared clock at which a length that the calling thread
/// begins to wait for is over, at most PAGE_CLOCK_NEVER.
int64_t deadline_after(const struct page_clock *clock, const struct timespec *length);

/// Whether the kernel would take it for a time; what it would not is left to
/// it to refuse.
bool is_valid(const struct timespec *time);

#pragma GCC visibility pop

#endif
