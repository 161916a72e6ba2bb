// System calls related to time.
#ifndef PAGE_CLOCK_CALLING_H
#define PAGE_CLOCK_CALLING_H

#include "page.h"

#pragma GCC visibility push(hidden)

/// Waits for a futex like the kernel, but by the page's time.
///
/// \param operation FUTEX_WAIT, whose time-out is relative, or FUTEX_WAIT_BITSET, whose
/// time-out is absolute (futex(2)); may include flags.
/// \returns 0, or -1 with errno set.
long wait_for_futex(
    struct page_clock *clock, uint32_t *word, int operation, uint32_t value, const struct timespec *timeout,
    uint32_t bits);

#pragma GCC visibility pop

#endif
