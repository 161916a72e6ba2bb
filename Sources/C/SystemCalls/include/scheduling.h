// CPU scheduling of the recorder's threads.
//
// The page is a chain of short steps, each in another thread or process; the encoder is one
// long computation. With few CPUs, the kernel lets a computing thread run for milliseconds
// while the next step waits. Threads of short steps therefore ask for short time slices, which
// come sooner, and computing threads for long ones, which come later. Neither needs privileges.
#ifndef PAGEREEL_SCHEDULING_H
#define PAGEREEL_SCHEDULING_H

#include <stdbool.h>

/// Gives the calling thread, and all threads it starts from now on, the shortest time slice of
/// Linux: 0.1 ms.
///
/// Does nothing if the kernel does not support or allow it, or if the thread has another
/// policy, set with chrt(1) for example.
void scheduling_step(void);

/// Gives the calling thread, and all threads it starts from now on, the longest time slice of
/// Linux, 0.1 s, and a tenth of the CPU share of a page's thread (sched(7): nice 10).
///
/// An encoder computes in several threads at a time, whose shares add up. It is never late: frames wait
/// for it in memory, and when that is full, the page waits and leaves it the processors.
void scheduling_compute(void);

/// Makes the calling thread's timeouts exact, or as inexact as they are by default: up to 50 µs late
/// (prctl(2), PR_SET_TIMERSLACK).
void scheduling_set_exact_timeouts(bool is_exact);

/// Names the calling thread, for debugging and profiling tools.
///
/// \param name At most 15 bytes.
void scheduling_name_thread(const char *name);

#endif
