// Workers that wake during a refresh.
#ifndef PAGE_CLOCK_WAKING_H
#define PAGE_CLOCK_WAKING_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/// Makes a worker that is about to run something wait until the refresh under way has its picture.
void wait_out_refresh(void);

#pragma GCC visibility pop

#endif
