// A substitute for a desktop: owns org.freedesktop.Notifications on the session bus, prints the
// bus's address, and then each notification on a line. Ends with the bus.

import CGIO
import Glibc

guard let connection = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { exit(69) }

/// Handles calls of Notify without an exported object.
private func answer(
    connection: OpaquePointer?, message: OpaquePointer?, isIncoming: gboolean, context: gpointer?
) -> OpaquePointer? {
    guard isIncoming != 0, unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
        let member = unsafe g_dbus_message_get_member(message), unsafe strcmp(member, "Notify") == 0,
        let body = unsafe g_dbus_message_get_body(message), let text = unsafe g_variant_print(body, 0)
    else { return unsafe message }
    unsafe puts(text)
    fflush(nil)
    unsafe g_free(text)
    let reply = unsafe g_dbus_message_new_method_reply(message)
    var number = unsafe g_variant_new_uint32(1)
    unsafe g_dbus_message_set_body(reply, g_variant_new_tuple(&number, 1))
    unsafe recorder_send_on_bus(connection, reply)
    unsafe g_object_unref(UnsafeMutableRawPointer(reply))
    unsafe g_object_unref(UnsafeMutableRawPointer(message))
    return nil
}
unsafe g_dbus_connection_add_filter(connection, answer, nil, nil)

private func ready(connection: OpaquePointer?, name: UnsafePointer<CChar>?, context: gpointer?) {
    unsafe puts(getenv("DBUS_SESSION_BUS_ADDRESS"))
    fflush(nil)
}
unsafe recorder_own_bus_name(connection, "org.freedesktop.Notifications", ready)
unsafe g_main_loop_run(g_main_loop_new(nil, 0))
