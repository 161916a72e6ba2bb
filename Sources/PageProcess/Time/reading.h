// Reading the time.
#ifndef PAGE_CLOCK_READING_H
#define PAGE_CLOCK_READING_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Makes the calling thread's next read of the monotonic clock return at least this time, of the
/// shared clock.
///
/// A thread whose wait ended before its deadline may look whether the deadline has come, and wait
/// again if not.
void show_once(int64_t time);

#pragma GCC visibility pop

#endif
