#include "environment.h"

#include <gio/gio.h>
#include <pthread.h>
#include <unistd.h>

#include "stand_in.h"

/// The maximum number of variables for the page's processes only.
#define MOST_VARIABLES 16

/// Protects `variables` and `count`.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char *name;
    /// NULL to remove the variable.
    char *value;
} variables[MOST_VARIABLES];
static int count;

void environment_replace(char **replacement) { __atomic_store_n(&environ, replacement, __ATOMIC_RELEASE); }

static int find(const char *name) {
    int index = 0;
    while (index < count && strcmp(variables[index].name, name) != 0) index++;
    return index;
}

void environment_set_for_page(const char *name, const char *value) {
    pthread_mutex_lock(&lock);
    int index = find(name);
    if (index == count) {
        if (count == MOST_VARIABLES) abort();
        variables[count++].name = g_strdup(name);
    } else {
        g_free(variables[index].value);
    }
    variables[index].value = g_strdup(value);
    pthread_mutex_unlock(&lock);
}

void environment_inherit_for_page(const char *name) {
    pthread_mutex_lock(&lock);
    int index = find(name);
    if (index < count) {
        g_free(variables[index].name);
        g_free(variables[index].value);
        variables[index] = variables[--count];
    }
    pthread_mutex_unlock(&lock);
}

/// Replaces GIO's function for WebKit: WebKit starts each of its processes with a launcher
/// (ProcessLauncherGLib.cpp), which copies the environment when it is created.
EXPORTED GSubprocessLauncher *g_subprocess_launcher_new(GSubprocessFlags flags) {
    GSubprocessLauncher *launcher = INSTEAD_OF(g_subprocess_launcher_new)(flags);
    if (!is_webkit(__builtin_return_address(0))) return launcher;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < count; index++) {
        if (variables[index].value) {
            g_subprocess_launcher_setenv(launcher, variables[index].name, variables[index].value, TRUE);
        } else {
            g_subprocess_launcher_unsetenv(launcher, variables[index].name);
        }
    }
    pthread_mutex_unlock(&lock);
    return launcher;
}
