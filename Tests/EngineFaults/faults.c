// Injects faults of the clock, for tests of the self-test.
//
// This library is preloaded into the recorder, and so into the page's process. There it must
// precede libPageProcess.so, which the recorder puts before existing entries.
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool has_fault(const char *name) {
    const char *fault = getenv(FAULT_VARIABLE);
    return fault && strcmp(fault, name) == 0;
}

bool is_page(void) { return strcmp(program_invocation_short_name, "WebKitWebProcess") == 0; }

void *next_function(const char *name) { return dlsym(RTLD_NEXT, name); }

void *real_function(const char *name) {
    static void *library;
    if (!library) library = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    return dlsym(library, name);
}

/// Puts this library before the page clock's; the fault "unpreloaded" removes the latter.
INTERPOSED void g_subprocess_launcher_setenv(void *launcher, const char *name, const char *value, int overwrite) {
    void (*next)(void *, const char *, const char *, int) = next_function("g_subprocess_launcher_setenv");
    const char *rest = strchr(value, ':');
    if (strcmp(name, "LD_PRELOAD") != 0 || !strstr(value, "libPageProcess") || !rest) {
        return next(launcher, name, value, overwrite);
    }
    if (has_fault("unpreloaded")) return next(launcher, name, rest + 1, overwrite);
    char turned[8192];
    snprintf(turned, sizeof turned, "%s:%.*s", rest + 1, (int)(rest - value), value);
    next(launcher, name, turned, overwrite);
}
