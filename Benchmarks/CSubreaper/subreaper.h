// What the benchmark needs of the kernel and Swift cannot call by itself:
// prctl() has a variable number of arguments.
#pragma once

#include <sys/prctl.h>

/// Makes this process the parent of descendants whose own parent ends before
/// them, so that it can wait for them. Returns 0, or -1 with errno set.
static inline int become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
