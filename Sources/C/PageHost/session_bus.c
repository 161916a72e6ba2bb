#include <gio/gio.h>

#include "stand_in.h"

/// Replaces GLib's function for GIO, which starts `dbus-launch` to look for a session bus
/// (gdbusaddress.c).
///
/// GTK and WebKit look for the session bus whenever a page is opened. The engine runs without a
/// session bus; dbus-launch would start a bus that outlives the recording.
EXPORTED gboolean g_spawn_command_line_sync(
    const gchar *command, gchar **output, gchar **errors, gint *status, GError **error) {
    if (!g_str_has_prefix(command, "dbus-launch ")) {
        return INSTEAD_OF(g_spawn_command_line_sync)(command, output, errors, status, error);
    }
    g_set_error_literal(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "pages have no session bus");
    return FALSE;
}
