#include "crash_report.h"

#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The maximum number of calls in a backtrace.
#define MOST_CALLS 100

static char path[4096];
static char version_line[200];
static int error_file = -1;
static int exit_status;
/// The signal handler's stack on the main thread, needed after a stack overflow.
static char handler_stack[64 << 10];

static void put(int file, const char *text) {
    ssize_t written = write(file, text, strlen(text));
    (void)written;
}

/// Writes the backtrace.
///
/// \returns Whether the file was written.
static int write_report(int number) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return 0;
    char digits[] = {(char)('0' + number / 10), (char)('0' + number % 10), '\n', 0};
    put(file, version_line);
    put(file, "signal ");
    put(file, digits);
    void *calls[MOST_CALLS];
    backtrace_symbols_fd(calls, backtrace(calls, MOST_CALLS), file);
    close(file);
    return 1;
}

static void report(int number) {
    put(error_file, "pagereel: error: pagereel crashed; this is a bug.");
    if (write_report(number)) {
        put(error_file, " Please report it with ");
        put(error_file, path);
        put(error_file, ".");
    }
    put(error_file, "\n");
    _exit(exit_status);
}

void crash_report_install(const char *folder, const char *version, int errors, int status) {
    snprintf(path, sizeof path, "%s/pagereel-crash-%d.txt", folder, (int)getpid());
    snprintf(version_line, sizeof version_line, "%s\n", version);
    error_file = errors;
    exit_status = status;
    // The first call may load a library, which a handler must not do (backtrace(3)).
    void *call;
    (void)backtrace(&call, 1);
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = report, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        sigaction(numbers[index], &action, NULL);
    }
}
