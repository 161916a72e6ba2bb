#include "event_times.h"

#include "stand_in.h"

/// 0 for the machine's time.
static _Thread_local double wall_time;

void event_times_set(double seconds) { wall_time = seconds; }

/// `WTF::WallTime::now()`, which JavaScriptCore exports. The class has one member, a double, so that
/// it is returned as one (Itanium C++ ABI, 3.1.4).
EXPORTED double read_wall_time(void) __asm__("_ZN3WTF8WallTime3nowEv");

double read_wall_time(void) {
    if (wall_time != 0) return wall_time;
    static double (*machine)(void);
    double (*function)(void) = __atomic_load_n(&machine, __ATOMIC_ACQUIRE);
    if (!function) {
        function = (double (*)(void))instead_of("_ZN3WTF8WallTime3nowEv");
        __atomic_store_n(&machine, function, __ATOMIC_RELEASE);
    }
    return function();
}
