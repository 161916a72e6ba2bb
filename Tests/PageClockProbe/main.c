// Runs one check of the page clock:
//
//     PageClockProbe                    lists the checks
//     PageClockProbe LIBRARY CHECK      runs one with the library preloaded
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>

#include "probe.h"

enum {
    /// The descriptor of the shared memory, passed through exec.
    PAGE_FILE = 90,
    /// A file that is not a page clock.
    OTHER_FILE,
    /// The timeout of a check, in seconds of real time.
    LIMIT = 60,
    /// More than the minimum stack space, in bytes.
    STACK = 1 << 28,
};

struct page_clock *page;
static struct check *checks;

void add_check(struct check *check) {
    check->next = checks;
    checks = check;
}

void fail(const char *file, int line, const char *format, ...) {
    char sentence[512];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    fprintf(stderr, "%s:%d: %s\n", file, line, sentence);
    _exit(1);
}

/// Prints who waits, which shows where the check hangs.
static void tell_stuck(int signal) {
    (void)signal;
    fprintf(stderr, "stuck; the time is %lld\n", (long long)page_clock_now(page));
    for (int index = 0; index < PAGE_CLOCK_WAITS; index++) {
        int64_t deadline = __atomic_load_n(&page->waits[index].deadline, __ATOMIC_SEQ_CST);
        if (deadline != PAGE_CLOCK_NEVER) fprintf(stderr, "wait %d is until %lld\n", index, (long long)deadline);
    }
    _exit(1);
}

static const struct check *find_check(const char *name) {
    for (const struct check *check = checks; check; check = check->next) {
        if (strcmp(check->name, name) == 0) return check;
    }
    fail(__FILE__, __LINE__, "there is no check %s", name);
}

/// Creates a memory file that a program finds at /proc/self/fd/`number`.
static void make_file(int number, size_t size) {
    int file = memfd_create("page-clock", 0);
    expect(file >= 0 && ftruncate(file, (off_t)size) == 0 && dup2(file, number) == number, "no file in memory");
    close(file);
}

static void *map_file(int number) {
    void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    expect(memory != MAP_FAILED, "the file in memory cannot be mapped");
    return memory;
}

static void set_variable(const char *format, int number) {
    char path[64];
    snprintf(path, sizeof path, format, number);
    setenv(PAGE_CLOCK_VARIABLE, path, 1);
}

/// Makes the next program load the C library across a multiple of 4 GiB.
///
/// Without randomization, libraries are loaded below the stack's limit (Linux, mm/util.c,
/// mmap_base), which any user can set.
static void place_library(char **arguments) {
    struct rlimit stack;
    expect(getrlimit(RLIMIT_STACK, &stack) == 0, "no limit of the stack");
    if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
        // In this program too, to find the library's address with this limit.
        if (personality(ADDR_NO_RANDOMIZE) < 0) return;
        stack.rlim_cur = STACK;
        expect(setrlimit(RLIMIT_STACK, &stack) == 0, "the stack's limit cannot be set");
        execv("/proc/self/exe", arguments);
        fail(__FILE__, __LINE__, "the program cannot start itself: %s", strerror(errno));
    }
    // `poll` is near the middle of the library's code.
    stack.rlim_cur += ((uintptr_t)dlsym(RTLD_DEFAULT, "poll") & UINT32_MAX) & ~UINT64_C(4095);
    expect(setrlimit(RLIMIT_STACK, &stack) == 0, "the stack's limit cannot be set");
}

/// Executes the program of a check.
static void become(const char *library, const struct check *check) {
    make_file(PAGE_FILE, sizeof *page);
    page = map_file(PAGE_FILE);
    page_clock_set_up(page, START, WALL_OFFSET);
    if (check->surroundings != NOT_ENGAGED) page_clock_engage(page);
    set_variable("/proc/self/fd/%d", PAGE_FILE);
    const char *program = "WebKitWebProcess";
    switch (check->surroundings) {
    case ENGAGED:
    case NOT_ENGAGED:
        break;
    case ENGAGED_ACROSS_4_GIB:
        place_library((char *[]){(char *)program, (char *)library, (char *)check->name, NULL});
        break;
    case OTHER_PROGRAM:
        program = "WebKitWebProcess2";
        break;
    case NO_VARIABLE:
        unsetenv(PAGE_CLOCK_VARIABLE);
        break;
    case NO_FILE:
        set_variable("/proc/self/fd/%d", OTHER_FILE);
        break;
    case EMPTY_FILE:
        make_file(OTHER_FILE, 0);
        set_variable("/proc/self/fd/%d", OTHER_FILE);
        break;
    case FOREIGN_FILE:
        make_file(OTHER_FILE, sizeof *page);
        memset(map_file(OTHER_FILE), 1, sizeof *page);
        set_variable("/proc/self/fd/%d", OTHER_FILE);
        break;
    case FOLDER:
        setenv(PAGE_CLOCK_VARIABLE, "/", 1);
        break;
    }
    // The library refuses it to a page; one that was set before stays active.
    alarm(LIMIT);
    setenv("LD_PRELOAD", library, 1);
    execv("/proc/self/exe", (char *[]){(char *)program, (char *)check->name, NULL});
    fail(__FILE__, __LINE__, "the program cannot start itself: %s", strerror(errno));
}

int main(int count, char **arguments) {
    if (count == 1) {
        for (const struct check *check = checks; check; check = check->next) puts(check->name);
    } else if (count == 3) {
        become(arguments[1], find_check(arguments[2]));
    } else {
        page = map_file(PAGE_FILE);
        signal(SIGALRM, tell_stuck);
        find_check(arguments[1])->run();
    }
    return 0;
}
