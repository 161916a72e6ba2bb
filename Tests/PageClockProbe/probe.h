// What the checks of the preloaded page clock share.
//
// A check runs in a program that has the library preloaded and lives by its
// clock. The same program moves that clock: its first thread is the recorder,
// the others are the page.
#ifndef PAGE_CLOCK_PROBE_H
#define PAGE_CLOCK_PROBE_H

#include <page_clock.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// What a check's program finds when it starts.
enum surroundings {
    /// WebKit's web process, and a clock that is engaged.
    ENGAGED,
    /// The same, with the C library's code on both sides of an address that
    /// is a multiple of 4 GiB. Where the kernel lets nobody choose (the
    /// system call filter of some containers), anywhere.
    ENGAGED_ACROSS_4_GIB,
    /// A clock that nobody has engaged yet.
    NOT_ENGAGED,
    /// A program of another name.
    OTHER_PROGRAM,
    /// No name of a file, and names that lead to none.
    NO_VARIABLE,
    NO_FILE,
    /// Files that hold no clock.
    EMPTY_FILE,
    FOREIGN_FILE,
    FOLDER,
};

/// The time at which the clock stands at first, and what makes it wall time,
/// in microseconds.
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

/// Ends the program with a sentence unless something holds.
#define expect(condition, ...)                                   \
    do {                                                         \
        if (!(condition)) fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

/// Ends the program with a sentence unless two numbers are equal.
#define expect_equal(found, wanted, what)                                                          \
    do {                                                                                           \
        int64_t found_ = (found), wanted_ = (wanted);                                              \
        expect(found_ == wanted_, "%s: %lld, not %lld", what, (long long)found_, (long long)wanted_); \
    } while (0)

__attribute__((noreturn, format(printf, 3, 4))) void fail(const char *file, int line, const char *format, ...);

/// The page of memory, as the recorder sees it.
extern struct page_clock *page;

/// A thread of the page that waits once.
struct waiter {
    /// The wait; what it returns is kept.
    int (*wait)(struct waiter *);
    /// For `wait`.
    int64_t time;
    int number;
    void *object;
    /// What came of it.
    int result;
    int error;
    /// The clock's time when the thread left.
    int64_t left_at;
    bool has_left;
    pthread_t thread;
};

void start(struct waiter *waiter);
bool has_left(const struct waiter *waiter);
void finish(struct waiter *waiter);

/// Finishes a waiter that must have left at once, without a move of the time.
void expect_left_now(struct waiter *waiter, int result, int error);

/// Waits until the shared page tells that a thread waits until a time, then
/// moves to just before it, at which nothing may happen, and to the time
/// itself, at which the waiter must leave.
void expect_leaves_at(struct waiter *waiter, int64_t deadline);

/// How many threads the shared page shows to wait.
int waiting_count(void);

/// Waits until the shared page shows so many waits, or one until that time.
void await_waits(int count);
void await_deadline(int64_t deadline);

/// Waits until each thread whose time has come has left.
void await_nobody_due(void);

/// Gives other threads many chances to run.
void let_others_run(void);

/// Sends a waiter signals, whose handler does nothing, until it has left.
void interrupt(struct waiter *waiter, int flags);

/// Moves the time on, waiting for nothing.
void move_by(int64_t length);

/// A time in microseconds for a function of the C library.
struct timespec timespec_of(int64_t microseconds);

/// What a clock of the C library shows, in microseconds.
int64_t reading(clockid_t id);

/// What the kernel says itself.
int64_t real_reading(clockid_t id);

/// Ends the program unless clock_gettime tells the kernel's time.
void expect_real_time(void);

#endif
