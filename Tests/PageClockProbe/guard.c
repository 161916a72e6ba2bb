// System calls that bypass the C library.
#include <sys/syscall.h>

#include "probe.h"

/// A system call by an instruction in this program.
static long call(long number, long a, long b) {
#if defined __x86_64__
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b) : "rcx", "r11", "memory");
    return result;
#elif defined __aarch64__
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x8) : "memory");
    return x0;
#endif
}

CHECK(a_call_past_the_library_is_counted_and_goes_on, ENGAGED) {
    expect_equal(page_clock_unseen_calls(page), 0, "calls before");
    struct timespec time = {0};
    expect_equal(call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&time), 0, "clock_gettime");
    expect(time.tv_sec > 0 || time.tv_nsec > 0, "the kernel told no time");
    expect_equal(page_clock_unseen_calls(page), 1, "calls");
    expect_equal(page_clock_unseen_call(page), SYS_clock_gettime, "the call");
    // Calls unrelated to time are not reported.
    expect(call(SYS_getpid, 0, 0) > 0, "getpid");
    expect_equal(page_clock_unseen_calls(page), 1, "calls after another");
}

static int call_and_sleep(struct waiter *waiter) {
    struct timespec length = timespec_of(waiter->time), time;
    // Through the library, in this thread too, while it is replaced and while it waits.
    nanosleep(&length, NULL);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&time);
    return 0;
}

static void call_from_two_threads(void) {
    struct waiter waiter = {.wait = call_and_sleep, .time = 1500};
    start(&waiter);
    expect_leaves_at(&waiter, START + 1500);
    expect_equal(page_clock_unseen_calls(page), 1, "calls");
}

CHECK(calls_of_every_thread_are_counted_and_replaced_ones_are_not, ENGAGED) { call_from_two_threads(); }

CHECK(replaced_calls_are_not_counted_wherever_the_library_is, ENGAGED_ACROSS_4_GIB) { call_from_two_threads(); }

CHECK(a_program_that_is_no_page_is_not_guarded, OTHER_PROGRAM) {
    struct timespec time;
    expect_equal(call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&time), 0, "clock_gettime");
    expect_equal(page_clock_unseen_calls(page), 0, "calls");
}
