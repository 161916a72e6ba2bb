// Threads as on a busy machine, found when they name themselves.
//
// Slow names: a thread of the engine names itself late. Slow events: the page's thread that passes wheel events on to its
// main thread (EventDispatcher.cpp) runs only on processors that nothing else wants.
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "faults.h"

INTERPOSED int prctl(int option, ...) {
    unsigned long values[4];
    va_list list;
    va_start(list, option);
    for (int index = 0; index < 4; index++) values[index] = va_arg(list, unsigned long);
    va_end(list);
    if (option == PR_SET_NAME && has_fault("slow-names") && strncmp(program_invocation_short_name, "pagereel-engine", 15) == 0) {
        // It works meanwhile, or waits for a processor.
        struct timespec now, end;
        clock_gettime(CLOCK_MONOTONIC, &now);
        end = (struct timespec){now.tv_sec, now.tv_nsec + 60 * 1000 * 1000};
        while (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec) clock_gettime(CLOCK_MONOTONIC, &now);
    }
    if (option == PR_SET_NAME && has_fault("slow-events") && is_page() &&
        strcmp((const char *)values[0], "EventDispatcher") == 0) {
        sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    }
    int (*next)(int, ...) = next_function("prctl");
    return next(option, values[0], values[1], values[2], values[3]);
}
