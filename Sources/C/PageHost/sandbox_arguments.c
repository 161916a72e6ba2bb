#include <gio/gio.h>
#include <unistd.h>

#include "stand_in.h"

/// Replaces GIO's function for WebKit, which starts the page's process with bubblewrap (BubblewrapLauncher.cpp).
///
/// The page's process gets its own namespace for System V IPC. Otherwise it could open shared memory and message
/// queues of the user's other programs.
///
/// If root starts bubblewrap, the process would also keep the machine's user namespace and root's capabilities. The
/// options `--unshare-user-try` and `--cap-drop` (bwrap(1)) take both away.
EXPORTED GSubprocess *g_subprocess_launcher_spawnv(
    GSubprocessLauncher *launcher, const gchar *const *arguments, GError **error) {
    const char *const added[] = {"--unshare-ipc", "--unshare-user-try", "--cap-drop", "ALL"};
    bool is_sandbox = is_webkit(__builtin_return_address(0)) && g_str_has_suffix(arguments[0], "bwrap");
    if (!is_sandbox) return INSTEAD_OF(g_subprocess_launcher_spawnv)(launcher, arguments, error);
    size_t added_count = geteuid() == 0 ? G_N_ELEMENTS(added) : 1;
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_ptr_array_add(all, (gpointer)arguments[0]);
    for (size_t index = 0; index < added_count; index++) g_ptr_array_add(all, (gpointer)added[index]);
    for (const gchar *const *argument = arguments + 1; *argument; argument++) g_ptr_array_add(all, (gpointer)*argument);
    g_ptr_array_add(all, NULL);
    return INSTEAD_OF(g_subprocess_launcher_spawnv)(launcher, (const gchar *const *)all->pdata, error);
}
