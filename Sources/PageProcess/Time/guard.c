// Detects system calls that bypass the C library.
//
// This library replaces functions. A library that contains a system call instruction would
// bypass it, and sleep or read the time by the machine's clock unnoticed. So the kernel is
// asked (seccomp(2)) to report each such call from outside the C library, this library and the
// vDSO. Nothing is blocked: the call proceeds and is counted in the shared memory, and the
// recorder warns.
//
// There is no guard if the kernel lacks such notifications, or if an ancestor of the process
// already receives them.
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

/// System calls that read the time or wait for it.
static const int time_calls[] = {
    SYS_clock_gettime, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_ppoll, SYS_pselect6,
    SYS_epoll_pwait, SYS_epoll_pwait2, SYS_timerfd_create, SYS_timer_create, SYS_setitimer, SYS_io_uring_setup,
    SYS_futex_waitv,
#ifdef SYS_poll
    SYS_time, SYS_poll, SYS_select, SYS_epoll_wait, SYS_alarm,
#endif
};
enum { TIME_CALLS = sizeof time_calls / sizeof *time_calls };

/// Code that may make such calls: from `start` to before `end`.
struct code {
    uint64_t start, end;
};
enum { MOST_CODE = 6 };
static struct code known[MOST_CODE];
static int known_count;

/// Adds code to the list. The filter compares addresses in 32-bit halves, so code that crosses
/// a 4 GB boundary is split; that is the case for about one library in 3000.
static void add_code(uint64_t start, uint64_t end) {
    while (start < end && known_count < MOST_CODE) {
        uint64_t boundary = ((start >> 32) + 1) << 32;
        uint64_t part_end = end < boundary ? end : boundary;
        known[known_count++] = (struct code){start, part_end};
        start = part_end;
    }
}

/// Adds the code of the object that contains an address.
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
/// \returns The number of instructions.
static unsigned short write_filter(struct sock_filter *filter) {
    struct sock_filter *next = filter;
    *next++ = LOAD(offsetof(struct seccomp_data, arch));
    *next++ = JUMP(BPF_JEQ, ARCHITECTURE, 1, 0);
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    *next++ = LOAD(offsetof(struct seccomp_data, nr));
    // A futex call waits for time only if it has a time-out, its fourth argument.
    *next++ = JUMP(BPF_JEQ, SYS_futex, 0, 3);
    *next++ = LOAD(HALF(args[3], 0));
    *next++ = JUMP(BPF_JEQ, 0, 0, TIME_CALLS + 2);
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    for (int index = 0; index < TIME_CALLS; index++) {
        *next++ = JUMP(BPF_JEQ, time_calls[index], TIME_CALLS - index, 0);
    }
    *next++ = RETURN(SECCOMP_RET_ALLOW);
    // Allows calls from known code.
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

/// Whether a thread belongs to this process. Children inherit the filter, and after exec their
/// C library is elsewhere.
static bool is_own(pid_t thread) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d", thread);
    return access(path, F_OK) == 0;
}

static int listener;

/// The thread that receives notifications and lets the calls continue.
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
    // Without the thread such a call would wait forever; with the listener closed, it fails
    // instead.
    if (pthread_create(&thread, NULL, run_guard, clock) == 0) pthread_detach(thread);
    else close(listener);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Runs before the process has other threads: a filter applies to its thread and the threads
/// started by it.
__attribute__((constructor)) static void begin(void) {
    struct page_clock *clock = engaged_clock();
    if (clock) start_guard(clock);
}

#endif
