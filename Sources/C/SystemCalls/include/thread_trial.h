// Finds out whether threads can be started.
#ifndef PAGEREEL_THREAD_TRIAL_H
#define PAGEREEL_THREAD_TRIAL_H

/// Starts threads that exist at the same time, until `count` do, and ends them again.
///
/// The limits of processes (RLIMIT_NPROC, the cgroup's pids.max) count all of the user's or the container's, so only a
/// trial tells. libdispatch waits without end for a thread that cannot be started.
///
/// \returns The number of threads that could be started.
int thread_trial(int count);

#endif
