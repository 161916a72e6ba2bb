// The GIO headers, and GLib's flags, which Swift imports in two ways: from 2.88 on GLib marks its enumerations of flags
// (G_GNUC_FLAG_ENUM), so they become option sets without the names of C. Swift sources use what is declared here instead.
#ifndef PAGEREEL_CGIO_SHIM_H
#define PAGEREEL_CGIO_SHIM_H

#include <gio/gio.h>
#include <glib-unix.h>

// An address as browsers accept it, such as one that ends in 100%; its parts stay percent-encoded.
static inline GUri *recorder_parse_uri(const char *uri) {
    return g_uri_parse(uri, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL);
}
// A new string, percent-encoded, whose path and port are as usual for the scheme; NULL if it cannot be parsed.
static inline char *recorder_resolve_uri(const char *base, const char *reference) {
    return g_uri_resolve_relative(base, reference, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
}

// The bits of GTlsCertificateFlags.
static const guint recorder_tls_unknown_authority = G_TLS_CERTIFICATE_UNKNOWN_CA;
static const guint recorder_tls_other_host = G_TLS_CERTIFICATE_BAD_IDENTITY;
static const guint recorder_tls_not_valid_yet = G_TLS_CERTIFICATE_NOT_ACTIVATED;
static const guint recorder_tls_expired = G_TLS_CERTIFICATE_EXPIRED;
static const guint recorder_tls_revoked = G_TLS_CERTIFICATE_REVOKED;
static const guint recorder_tls_insecure = G_TLS_CERTIFICATE_INSECURE;

// Makes only errors fatal, which is GLib's default without G_DEBUG.
static inline void recorder_survive_warnings(void) {
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_FLAG_RECURSION | G_LOG_LEVEL_ERROR));
}

// Calls a function in the main loop whenever a descriptor can be read.
static inline guint recorder_add_input(int descriptor, GUnixFDSourceFunc function, gpointer context) {
    return g_unix_fd_add(descriptor, G_IO_IN, function, context);
}

// Disconnects all of an object's signals that were connected with a context.
static inline void recorder_disconnect(gpointer object, gpointer context) {
    g_signal_handlers_disconnect_by_data(object, context);
}

// D-Bus.
static inline GDBusConnection *recorder_connect_to_bus(const char *address) {
    return g_dbus_connection_new_for_address_sync(
        address,
        (GDBusConnectionFlags)(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                               G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
        NULL, NULL, NULL);
}
// Calls a method of the interface that is called like its owner. The arguments' floating reference is consumed.
static inline GVariant *recorder_call_bus(
    GDBusConnection *connection, const char *name, const char *path, const char *method, GVariant *arguments,
    gint milliseconds) {
    return g_dbus_connection_call_sync(
        connection, name, path, name, method, arguments, NULL, G_DBUS_CALL_FLAGS_NONE, milliseconds, NULL, NULL);
}
static inline void recorder_own_bus_name(
    GDBusConnection *connection, const char *name, GBusNameAcquiredCallback acquired) {
    g_bus_own_name_on_connection(connection, name, G_BUS_NAME_OWNER_FLAGS_NONE, acquired, NULL, NULL, NULL);
}
static inline void recorder_send_on_bus(GDBusConnection *connection, GDBusMessage *message) {
    g_dbus_connection_send_message(connection, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL);
}

#endif
