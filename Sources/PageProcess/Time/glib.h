// The functions of GLib that this library calls.
#ifndef PAGE_CLOCK_GLIB_H
#define PAGE_CLOCK_GLIB_H

#include <poll.h>

#pragma GCC visibility push(hidden)

/// GLib's functions, as its reference describes them; pointers to GLib's types are `void *`.
struct glib_functions {
    const char *(*g_source_get_name)(void *source);
    void *(*g_source_ref)(void *source);
    void (*g_source_unref)(void *source);
    void *(*g_main_current_source)(void);
    int (*g_main_context_query)(void *context, int, int *, struct pollfd *, int);
    int (*g_main_context_check)(void *context, int, struct pollfd *, int);
    void (*g_main_context_dispatch)(void *context);
    void (*g_main_context_wakeup)(void *context);
};

/// Returns the functions, from any thread; NULL if the process does not have GLib.
const struct glib_functions *glib(void);

/// The name of a source; empty for an unnamed one, and without GLib.
const char *source_name(void *source);

#pragma GCC visibility pop

#endif
