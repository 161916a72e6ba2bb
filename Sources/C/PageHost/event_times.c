#include "event_times.h"

#include <stdatomic.h>

#include "stand_in.h"

/// 0 for the machine's time.
static _Thread_local double wall_time, monotonic_time;

void event_times_set(double wall, double monotonic) {
    wall_time = wall;
    monotonic_time = monotonic;
}

/// `WTF::WallTime::now()` and `WTF::MonotonicTime::now()`, which JavaScriptCore exports. Each class
/// has one member, a double, so that it is returned as one (Itanium C++ ABI, 3.1.4).
#define WALL_TIME_NOW "_ZN3WTF8WallTime3nowEv"
#define MONOTONIC_TIME_NOW "_ZN3WTF13MonotonicTime3nowEv"
EXPORTED double read_wall_time(void) __asm__(WALL_TIME_NOW);
EXPORTED double read_monotonic_time(void) __asm__(MONOTONIC_TIME_NOW);

typedef double (*time_function)(void);

static double read_machine(_Atomic(time_function) *function, const char *name) {
    time_function machine = atomic_load_explicit(function, memory_order_acquire);
    if (!machine) {
        machine = (time_function)instead_of(name);
        atomic_store_explicit(function, machine, memory_order_release);
    }
    return machine();
}

double read_wall_time(void) {
    static _Atomic(time_function) machine;
    return wall_time != 0 ? wall_time : read_machine(&machine, WALL_TIME_NOW);
}

double read_monotonic_time(void) {
    static _Atomic(time_function) machine;
    return monotonic_time != 0 ? monotonic_time : read_machine(&machine, MONOTONIC_TIME_NOW);
}
