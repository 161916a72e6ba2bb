// How the kernel shares the processors among the recorder's threads.
//
// The page is a chain of short steps, each in another thread or process; the
// encoder is one long computation. On few processors the kernel lets a thread
// that computes go on for milliseconds while the next step waits behind it. So
// each thread says which it is: threads of short steps ask for short turns,
// which come sooner, and threads that compute for long ones, which come later.
// Neither needs a privilege.
#ifndef PAGEREEL_SCHEDULING_H
#define PAGEREEL_SCHEDULING_H

/// Schedules the calling thread, and all that it starts from now on, for short
/// turns that come soon: the shortest that Linux gives, 0.1 ms.
///
/// What the kernel does not know or allow stays as it is, and so does a thread
/// that chrt(1) or the like has put elsewhere.
void scheduling_step(void);

/// Schedules the calling thread, and all that it starts from now on, to compute
/// while others wait: the longest turn that Linux gives, 0.1 s, and a third of
/// the share of a thread of the page (sched(7): nice 5).
void scheduling_compute(void);

/// Names the calling thread for tools that look at the process from outside.
///
/// \param name At most 15 bytes.
void scheduling_name_thread(const char *name);

#endif
