// A system call that Swift cannot make: prctl() is variadic.
#pragma once

#include <sys/prctl.h>

/// Makes this process the parent of orphaned descendants, so that it can reap them. Returns 0, or
/// -1 with errno set.
static inline int become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
