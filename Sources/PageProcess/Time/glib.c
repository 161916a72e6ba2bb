#include "glib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct glib_functions functions;
static bool has_all;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void) {
#define FIND(name) ((functions.name = dlsym(RTLD_DEFAULT, #name)) != NULL)
    has_all = FIND(g_source_get_name) && FIND(g_source_ref) && FIND(g_source_unref) && FIND(g_main_current_source) &&
              FIND(g_main_context_query) && FIND(g_main_context_check) && FIND(g_main_context_dispatch) &&
              FIND(g_main_context_wakeup);
#undef FIND
}

const struct glib_functions *glib(void) {
    pthread_once(&once, find);
    return has_all ? &functions : NULL;
}

const char *source_name(void *source) {
    const char *name = glib() ? glib()->g_source_get_name(source) : NULL;
    return name ? name : "";
}
