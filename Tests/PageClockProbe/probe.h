// Shared by the checks of the preloaded page clock.
//
// A check runs in a program that has the library preloaded and uses its clock. The same program
// advances that clock: its first thread is the recorder, the others are the page.
#ifndef PAGE_CLOCK_PROBE_H
#define PAGE_CLOCK_PROBE_H

#include <page_clock.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// The environment in which a check's program starts.
enum surroundings {
    /// Named like WebKit's web process, with an engaged clock.
    ENGAGED,
    /// The same, with the C library's code on both sides of a multiple of 4 GiB. Where the kernel
    /// does not allow choosing (system call filters of some containers), anywhere.
    ENGAGED_ACROSS_4_GIB,
    /// A clock that is not engaged yet.
    NOT_ENGAGED,
    /// A program of another name.
    OTHER_PROGRAM,
    /// No file name, and names that lead nowhere.
    NO_VARIABLE,
    NO_FILE,
    /// Files without a clock.
    EMPTY_FILE,
    FOREIGN_FILE,
    FOLDER,
};

/// The clock's initial time, and its offset to wall time, in microseconds.
#define START INT64_C(1000000000)
#define WALL_OFFSET INT64_C(1700000000000000)

/// Defines a check, which is found by its name.
#define CHECK(name, surroundings)                                                  \
    static void name(void);                                                        \
    __attribute__((constructor)) static void add_##name(void) {                    \
        static struct check check = {#name, name, surroundings, NULL};             \
        add_check(&check);                                                         \
    }                                                                              \
    static void name(void)

struct check {
    const char *name;
    void (*run)(void);
    enum surroundings surroundings;
    struct check *next;
};

void add_check(struct check *check);

/// Ends the program with a message unless a condition holds.
#define expect(condition, ...)                                   \
    do {                                                         \
        if (!(condition)) fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/// Ends the program with a message unless two numbers are equal.
#define expect_equal(found, wanted, what)                                                          \
    do {                                                                                           \
        int64_t found_ = (found), wanted_ = (wanted);                                              \
        expect(found_ == wanted_, "%s: %lld, not %lld", what, (long long)found_, (long long)wanted_); \
    } while (0)

__attribute__((noreturn, format(printf, 3, 4))) void fail(const char *file, int line, const char *format, ...);

/// The shared memory, as the recorder sees it.
extern struct page_clock *page;

/// A thread of the page that waits once.
struct waiter {
    /// The wait; its return value is kept.
    int (*wait)(struct waiter *);
    /// The argument of `wait`.
    int64_t time;
    int number;
    void *object;
    /// The result.
    int result;
    int error;
    /// The clock's time when the thread returned.
    int64_t left_at;
    bool has_left;
    pthread_t thread;
};

void start(struct waiter *waiter);
bool has_left(const struct waiter *waiter);
void finish(struct waiter *waiter);

/// Finishes a waiter that must have returned at once, without advancing the time.
void expect_left_now(struct waiter *waiter, int result, int error);

/// Waits until the shared memory shows a thread that waits until a time. Then advances to just
/// before that time, when nothing may happen, and to the time itself, when the waiter must return.
void expect_leaves_at(struct waiter *waiter, int64_t deadline);

/// The number of waiting threads in the shared memory.
int waiting_count(void);

/// Waits until the shared memory shows this many waits, or one until that time.
void await_waits(int count);
void await_deadline(int64_t deadline);

/// Waits until each due thread has returned.
void await_nobody_due(void);

/// Yields to other threads many times.
void let_others_run(void);

/// Sends signals with an empty handler to a waiter until it has returned.
void interrupt(struct waiter *waiter, int flags);

/// Advances the time without waiting for anything.
void move_by(int64_t length);

/// A time in microseconds for a C library function.
struct timespec timespec_of(int64_t microseconds);

/// The time of a C library clock, in microseconds.
int64_t reading(clockid_t id);

/// The kernel's own time.
int64_t real_reading(clockid_t id);

/// Ends the program unless clock_gettime returns the kernel's time.
void expect_real_time(void);

#endif
