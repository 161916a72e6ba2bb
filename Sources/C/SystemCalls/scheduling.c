#include "scheduling.h"

#include <linux/sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The first version of `struct sched_attr` (sched_setattr(2)); glibc declares it from version
// 2.41 on.
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

// Sets the scheduling of the calling thread and of all threads it starts from now on. Does
// nothing if the kernel does not support or allow it, or if the thread has another policy, set
// with chrt(1) for example.
//
// `nicer` is added to the thread's nice value, which nice(1) may have set.
// `turn` is the time slice in nanoseconds; Linux before 6.12 ignores it.
static void scheduling_set(uint32_t policy, int32_t nicer, uint64_t turn) {
    struct scheduling_attributes attributes = {.size = sizeof attributes};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    if (attributes.policy != SCHED_NORMAL) return;
    int32_t nice = attributes.nice + nicer;
    attributes = (struct scheduling_attributes){
        .size = sizeof attributes, .policy = policy, .nice = nice < 19 ? nice : 19, .runtime = turn};
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void scheduling_step(void) { scheduling_set(SCHED_NORMAL, 0, 100000); }

void scheduling_compute(void) { scheduling_set(SCHED_BATCH, 10, 100000000); }

void scheduling_name_thread(const char *name) { (void)prctl(PR_SET_NAME, name); }

void scheduling_set_exact_timeouts(bool is_exact) {
    // Zero stands for the default.
    prctl(PR_SET_TIMERSLACK, is_exact ? 1UL : 0UL, 0UL, 0UL, 0UL);
}
