// How the kernel shares the processors among the recorder's threads.
//
// The page is a chain of short steps, each in another thread or process; the
// encoder is one long computation. On few processors the kernel lets a thread
// that computes go on for milliseconds while the next step waits behind it. So
// the threads are told apart: who steps asks for short turns, which come sooner,
// who computes for long ones, which come later. Neither needs a privilege.
#ifndef PAGEREEL_SCHEDULING_H
#define PAGEREEL_SCHEDULING_H

#include <linux/sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// `struct sched_attr` as sched_setattr(2) has it from its first version on;
/// the C library declares neither before its version 2.41.
struct scheduling_attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

/// Asks the kernel to schedule the calling thread, and all that it starts from
/// now on, in some way. What the kernel does not know or allow stays as it is,
/// and so does a thread that somebody put elsewhere, as chrt(1) does.
///
/// \param nicer What is added to its niceness, which nice(1) may have set.
/// \param turn How long a turn on a processor is, in nanoseconds. Linux before
///     6.12 has one length for all and leaves it out.
static inline void scheduling_set(uint32_t policy, int32_t nicer, uint64_t turn) {
    struct scheduling_attributes attributes = {.size = sizeof attributes};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy != SCHED_NORMAL) return;
    int32_t nice = attributes.nice + nicer;
    attributes = (struct scheduling_attributes){
        .size = sizeof attributes, .policy = policy, .nice = nice < 19 ? nice : 19, .runtime = turn};
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

/// Has the calling thread, and all that it starts from now on, come to its turn
/// soon: the shortest turn that Linux gives, 0.1 ms.
static inline void scheduling_step(void) { scheduling_set(SCHED_NORMAL, 0, 100000); }

/// Has the calling thread, and all that it starts from now on, compute while
/// others wait: the longest turn that Linux gives, 0.1 s, and a third of the
/// share that a thread of the page has (sched(7): nice 5).
static inline void scheduling_compute(void) { scheduling_set(SCHED_BATCH, 5, 100000000); }

/// Names the calling thread for those who look at the process from outside,
/// with at most 15 bytes.
static inline void scheduling_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name); }

#endif
