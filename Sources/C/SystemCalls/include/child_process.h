// Starts a program whose life is bound to this one's.
//
// In C because the calls between fork and exec must be async-signal-safe
// (POSIX.1-2017, fork), which Swift code cannot promise, and because neither
// posix_spawn nor Foundation's Process can set a parent-death signal.
#ifndef PAGEREEL_CHILD_PROCESS_H
#define PAGEREEL_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/// The number of the first passed descriptor in the child.
#define CHILD_PROCESS_FIRST_PASSED 3
/// The most descriptors that are passed.
#define CHILD_PROCESS_MOST_PASSED 32

/// Starts `path` with `argv` and `envp` (both NULL-terminated).
///
/// The kernel sends the child `death_signal` when the calling *thread* ends, so
/// the thread must live as long as the child; the child then also ends when
/// this process is killed with SIGKILL (prctl(2), PR_SET_PDEATHSIG). It runs in
/// its own process group, out of reach of the terminal's Ctrl-C, with
/// standard input from and standard output to /dev/null and standard error to
/// `error_fd`. The `passed_count` descriptors `passed_fds` are inherited as
/// descriptors 3 and up; every other one is closed.
///
/// Returns the process, or -1 with errno set, also when exec failed.
pid_t child_process_spawn(
    const char *path, char *const argv[], char *const envp[], const int passed_fds[], int passed_count, int error_fd,
    int death_signal);

/// Waits until a child has ended, for at most some milliseconds (without a limit if
/// negative). Then kills the rest of its process group and reaps it.
///
/// Returns whether it has ended, with its status (wait(2)) in `status`; the status is 0
/// if somebody else has reaped it.
bool child_process_wait(pid_t child, int milliseconds, int *status);

#endif
