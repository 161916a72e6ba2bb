// Starts a program whose life is bound to this one's.
//
// In C because the calls between fork and exec must be async-signal-safe
// (POSIX.1-2017, fork), which Swift code cannot promise, and because neither
// posix_spawn nor Foundation's Process can set a parent-death signal.
#ifndef PAGEREEL_CCHILDPROCESS_H
#define PAGEREEL_CCHILDPROCESS_H

#include <sys/types.h>

/// Starts `path` with `argv` and `envp` (both NULL-terminated).
///
/// The child gets `death_signal` when the calling *thread* ends, so call it
/// on the main thread: it then also ends when this process is killed with
/// SIGKILL (prctl(2), PR_SET_PDEATHSIG). It runs in a process group of its
/// own, out of reach of the terminal's Ctrl-C, with standard input from and
/// standard output to /dev/null and standard error to `error_fd`.
/// `passed_fd` is inherited as descriptor 3; every other descriptor from 4
/// on is closed.
///
/// Returns the process, or -1 with errno set, also when exec failed.
pid_t child_process_spawn(
    const char *path, char *const argv[], char *const envp[], int passed_fd, int error_fd, int death_signal);

#endif
