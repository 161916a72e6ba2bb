// Calls of the kernel that come from nowhere near the C library.
//
// This library takes the place of functions. A library that contains a system
// call instruction gets past it, and would sleep or tell the time by the
// machine's clock unnoticed. So the kernel is asked (seccomp(2)) to tell
// of each such call that is made from outside the C library, this library and
// the vDSO. Nothing is refused: the call goes on, is counted in the shared page,
// and the recorder warns.
//
// Where the kernel has no such notifications, or somebody else of the
// process's ancestors receives them, there is no guard.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "page.h"
#include "real.h"

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/// Calls that tell the time, or wait for it.
static const int time_calls[] = {
    SYS_clock_gettime, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_ppoll, SYS_pselect6,
    SYS_epoll_pwait, SYS_epoll_pwait2, SYS_timerfd_create, SYS_timer_create, SYS_setitimer, SYS_io_uring_setup,
    SYS_futex_waitv,
#ifdef SYS_poll
    SYS_time, SYS_poll, SYS_select, SYS_epoll_wait, SYS_alarm,
#endif
};
enum { TIME_CALLS = sizeof time_calls / sizeof *time_calls };

/// Code from which such calls may come: from `start` to before `end`.
struct code {
    uint64_t start, end;
};
enum { MOST_CODE = 6 };
static struct code known[MOST_CODE];
static int known_count;

/// The filter compares halves of an address. Code whose upper halves differ is
/// added in parts: one library in some three thousand is loaded so.
static void add_code(uint64_t start, uint64_t end) {
    while (start < end && known_count < MOST_CODE) {
        uint64_t boundary = ((start >> 32) + 1) << 32;
        uint64_t part_end = end < boundary ? end : boundary;
        known[known_count++] = (struct code){start, part_end};
        start = part_end;
    }
}

/// Adds the code of the object that holds an address.
static int add_object(struct dl_phdr_info *object, size_t size, void *address) {
    (void)size;
    bool is_wanted = false;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (uintptr_t)address - start < part->p_memsz) is_wanted = true;
    }
    if (!is_wanted) return 0;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        uint64_t start = object->dlpi_addr + part->p_vaddr;
        add_code(start, start + part->p_memsz);
    }
    return 1;
}

static void find_code(void) {
    const void *addresses[] = {
        (const void *)real()->syscall, (const void *)find_code, (const void *)getauxval(AT_SYSINFO_EHDR)};
    for (size_t index = 0; index < sizeof addresses / sizeof *addresses; index++) {
        if (addresses[index]) dl_iterate_phdr(add_object, (void *)addresses[index]);
    }
}

#define HALF(field, is_upper) (offsetof(struct seccomp_data, field) + 4 * (is_upper))
#define LOAD(offset) (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define RETURN(value) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, (value))
#define JUMP(test, value, if_true, if_false) \
    (struct sock_filter) BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), (if_true), (if_false))

/// Writes the filter; both architectures are little-endian.
///
/// \returns How many instructions it has.
static unsigned short write_filter(struct sock_filter *filter) {
    struct sock_filter *next = filter;
    *next++ = LOAD(offsetof(struct seccomp_data, arch));
    *next++ = JUMP(BPF_JEQ, ARCHITECTURE, 1, 0);
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    *next++ = LOAD(offsetof(struct seccomp_data, nr));
    // A futex tells the time only with a time-out, its fourth argument.
    *next++ = JUMP(BPF_JEQ, SYS_futex, 0, 3);
    *next++ = LOAD(HALF(args[3], 0));
    *next++ = JUMP(BPF_JEQ, 0, 0, TIME_CALLS + 2);
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    for (int index = 0; index < TIME_CALLS; index++) {
        *next++ = JUMP(BPF_JEQ, time_calls[index], TIME_CALLS - index, 0);
    }
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    // From known code?
    for (int index = 0; index < known_count; index++) {
        *next++ = LOAD(HALF(instruction_pointer, 1));
        *next++ = JUMP(BPF_JEQ, known[index].start >> 32, 0, 4);
        *next++ = LOAD(HALF(instruction_pointer, 0));
        *next++ = JUMP(BPF_JGE, known[index].start, 0, 2);
        *next++ = JUMP(BPF_JGT, known[index].end - 1, 1, 0);
        *next++ = RETURN(SECCOMP_RET_ALLOW);
    }
    *next++ = RETURN(SECCOMP_RET_USER_NOTIF);
    return (unsigned short)(next - filter);
}

/// Whether a thread is this process's. A child, too, has the filter, and after
/// exec its C library is elsewhere.
static bool is_own(pid_t thread) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d", thread);
    return access(path, F_OK) == 0;
}

static int listener;

/// The thread that hears of such calls, and lets them go on.
static void *run_guard(void *argument) {
    struct page_clock *clock = argument;
    prctl(PR_SET_NAME, "PageClockGuard");
    while (true) {
        struct seccomp_notif call = {0};
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
            if (errno == EINTR || errno == ENOENT) continue;
            return NULL;
        }
        if (is_own((pid_t)call.pid)) {
            __atomic_store_n(&clock->unseen_call, (uint32_t)call.data.nr, __ATOMIC_SEQ_CST);
            __atomic_add_fetch(&clock->unseen_calls, 1, __ATOMIC_SEQ_CST);
        }
        struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
}

static void start_guard(struct page_clock *clock) {
    find_code();
    struct sock_filter filter[16 + TIME_CALLS + 6 * MOST_CODE];
    struct sock_fprog program = {.filter = filter, .len = write_filter(filter)};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
    listener = (int)real()->syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener < 0) return;
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Without it such a call would wait for ever; closed, it fails instead.
    if (pthread_create(&thread, NULL, run_guard, clock) == 0) pthread_detach(thread);
    else close(listener);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Before the process has threads: a filter is its thread's and those's that
/// the thread starts.
__attribute__((constructor)) static void begin(void) {
    struct page_clock *clock = engaged_clock();
    if (clock) start_guard(clock);
}

#endif
