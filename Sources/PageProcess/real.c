#include "real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static struct real_functions functions;
static atomic_bool is_resolved;

static void *find(const char *name) { return dlsym(RTLD_NEXT, name); }

/// Finds a function of which glibc also keeps an older version under the same name.
///
/// A lookup without a version may return the old one, which has another layout of
/// pthread_cond_t (glibc, nptl/old_pthread_cond_wait.c).
static void *find_version(const char *name, const char *version) {
    void *function = dlvsym(RTLD_NEXT, name, version);
    return function ? function : find(name);
}

const struct real_functions *real(void) {
    // Several threads may write at once; all of them write the same values.
    if (!atomic_load_explicit(&is_resolved, memory_order_acquire)) {
#define FIND(name) functions.name = find(#name);
        REAL_FUNCTIONS(FIND)
#undef FIND
        functions.pthread_cond_timedwait = find_version("pthread_cond_timedwait", "GLIBC_2.3.2");
        functions.open = find("open");
        functions.open64 = find("open64");
        functions.g_source_set_ready_time = find("g_source_set_ready_time");
        functions.g_main_context_prepare = find("g_main_context_prepare");
        functions.start_timer = find(START_TIMER);
        functions.dispatch = find(DISPATCH);
        atomic_store_explicit(&is_resolved, true, memory_order_release);
    }
    return &functions;
}
