// Starts child processes that end with this one.
//
// Written in C because the calls between fork and exec must be async-signal-safe (POSIX.1-2017,
// fork), which Swift code cannot guarantee, and because neither posix_spawn nor Foundation's
// Process can set a parent-death signal.
#ifndef PAGEREEL_CHILD_PROCESS_H
#define PAGEREEL_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/// The child's first passed descriptor.
#define CHILD_PROCESS_FIRST_PASSED 3
/// The maximum number of passed descriptors.
#define CHILD_PROCESS_MOST_PASSED 32

/// Starts `path` with `argv` and `envp` (both NULL-terminated).
///
/// The kernel sends the child `death_signal` when the calling *thread* ends (prctl(2),
/// PR_SET_PDEATHSIG), so the thread must live as long as the child. The child then ends even if
/// this process is killed with SIGKILL. It runs in its own process group, so the terminal's
/// Ctrl-C does not reach it. Standard input and output are /dev/null, standard error is
/// `error_fd`. The `passed_count` descriptors `passed_fds` are inherited as descriptors 3 and
/// up; all others are closed. A child of root keeps only the capabilities that an engine needs
/// (capabilities.h). It adopts the descendants whose parents end (prctl(2), PR_SET_CHILD_SUBREAPER).
///
/// Returns the process ID, or -1 with errno set, also if exec failed.
pid_t child_process_spawn(
    const char *path, char *const argv[], char *const envp[], const int passed_fds[], int passed_count, int error_fd,
    int death_signal);

/// Waits until a child has ended, for at most `milliseconds` (without limit if negative). Then
/// kills the rest of its process group and reaps it.
///
/// Returns whether it has ended, with its status (wait(2)) in `status`; the status is 0 if it
/// was already reaped elsewhere.
bool child_process_wait(pid_t child, int milliseconds, int *status);

#endif
