// The WebKitGTK headers (with GTK 3, GDK and Cairo), and helpers for what Swift cannot import.
#ifndef PAGEREEL_CWEBKITGTK_SHIM_H
#define PAGEREEL_CWEBKITGTK_SHIM_H

#include <cairo.h>
#include <gdk/gdk.h>
#include <gio/gio.h>
#include <glib-object.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <jsc/jsc.h>
#include <libsoup/soup.h>
#include <webkit2/webkit2.h>

#include <sys/syscall.h>
#include <unistd.h>

// libdispatch's two entry points for a foreign main loop. libdispatch.so exports them for
// CoreFoundation (hence the suffix); no public header declares them. The first returns an
// eventfd that becomes readable when the main queue has work, the second runs that work.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// glibc declares gettid() only for _GNU_SOURCE.
static inline gboolean recorder_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

// GObject casts and signal connections are macros over these types.
static inline gulong recorder_connect(gpointer object, const char *signal, GCallback callback, gpointer context) {
    return g_signal_connect_data(object, signal, callback, context, NULL, (GConnectFlags)0);
}
// Releases the context once it is no longer connected.
static inline gulong recorder_connect_owned(
    gpointer object, const char *signal, GCallback callback, gpointer context, GClosureNotify release) {
    return g_signal_connect_data(object, signal, callback, context, release, (GConnectFlags)0);
}
static inline WebKitWebView *recorder_web_view(gpointer object) { return WEBKIT_WEB_VIEW(object); }
static inline GtkWindow *recorder_window(gpointer object) { return GTK_WINDOW(object); }
static inline GtkContainer *recorder_container(gpointer object) { return GTK_CONTAINER(object); }

// Gives a window the keyboard focus, as a window manager would. GTK passes it on to the focused widget.
static inline void recorder_focus(GtkWidget *window) {
    GdkEvent *event = gdk_event_new(GDK_FOCUS_CHANGE);
    event->focus_change.window = GDK_WINDOW(g_object_ref(gtk_widget_get_window(window)));
    event->focus_change.in = TRUE;
    gtk_widget_event(window, event);
    gdk_event_free(event);
}

// Keeps a window's focus on a widget. A date picker takes the focus to its calendar (WebDateTimePickerGtk.cpp), which
// the window still uses after the calendar was freed.
static inline void recorder_refuse_focus(GtkWindow *window, GtkWidget *child, gpointer widget) {
    // The window drops its focus when it is destroyed.
    if (child && child != widget) g_signal_stop_emission_by_name(window, "set-focus");
}
static inline void recorder_keep_focus(GtkWidget *window, GtkWidget *widget) {
    gtk_widget_grab_focus(widget);
    g_signal_connect(window, "set-focus", G_CALLBACK(recorder_refuse_focus), widget);
}

// Input events, which are unions in C, delivered to the view as if sent by the display server.
static inline GdkEvent *recorder_new_event(GtkWidget *view, GdkEventType type, GdkDevice *device) {
    GdkEvent *event = gdk_event_new(type);
    event->any.window = GDK_WINDOW(g_object_ref(gtk_widget_get_window(view)));
    gdk_event_set_device(event, device);
    return event;
}
static inline void recorder_send_event(GtkWidget *view, GdkEvent *event) {
    gtk_widget_event(view, event);
    gdk_event_free(event);
}
static inline GdkSeat *recorder_seat(void) { return gdk_display_get_default_seat(gdk_display_get_default()); }

// Positions are in the screen's pixels of the view. Without a time, WebKit stamps an event with its clock.
static inline void recorder_move_pointer(GtkWidget *view, double x, double y, guint buttons) {
    GdkEvent *event = recorder_new_event(view, GDK_MOTION_NOTIFY, gdk_seat_get_pointer(recorder_seat()));
    event->motion.x = event->motion.x_root = x;
    event->motion.y = event->motion.y_root = y;
    event->motion.state = buttons;
    recorder_send_event(view, event);
}
static inline void recorder_press_button(GtkWidget *view, double x, double y, guint button, gboolean is_down) {
    GdkEvent *event = recorder_new_event(
        view, is_down ? GDK_BUTTON_PRESS : GDK_BUTTON_RELEASE, gdk_seat_get_pointer(recorder_seat()));
    event->button.x = event->button.x_root = x;
    event->button.y = event->button.y_root = y;
    event->button.button = button;
    if (!is_down) event->button.state = GDK_BUTTON1_MASK << (button - 1);
    recorder_send_event(view, event);
}
// Turns the wheel over a place by a number of lines; positive is down.
static inline void recorder_turn_wheel(GtkWidget *view, double x, double y, double lines) {
    GdkEvent *event = recorder_new_event(view, GDK_SCROLL, gdk_seat_get_pointer(recorder_seat()));
    event->scroll.x = event->scroll.x_root = x;
    event->scroll.y = event->scroll.y_root = y;
    event->scroll.direction = GDK_SCROLL_SMOOTH;
    event->scroll.delta_y = lines;
    recorder_send_event(view, event);
}
static inline void recorder_press_key(GtkWidget *view, guint key, guint modifiers, gboolean is_down) {
    GdkEvent *event =
        recorder_new_event(view, is_down ? GDK_KEY_PRESS : GDK_KEY_RELEASE, gdk_seat_get_keyboard(recorder_seat()));
    event->key.keyval = key;
    event->key.state = modifiers;
    GdkKeymapKey *keys = NULL;
    gint count = 0;
    if (gdk_keymap_get_entries_for_keyval(gdk_keymap_get_for_display(gdk_display_get_default()), key, &keys, &count) &&
        count > 0) {
        event->key.hardware_keycode = (guint16)keys[0].keycode;
        // Level 1 of a key is reached with Shift.
        if (keys[0].level == 1) event->key.state |= GDK_SHIFT_MASK;
    }
    g_free(keys);
    recorder_send_event(view, event);
}

// A context whose session keeps its files in a folder.
static inline WebKitWebContext *recorder_new_stored_context(const char *folder) {
    WebKitWebsiteDataManager *data =
        webkit_website_data_manager_new("base-data-directory", folder, "base-cache-directory", folder, NULL);
    WebKitWebContext *context = webkit_web_context_new_with_website_data_manager(data);
    g_object_unref(data);
    return context;
}

// Setters for variadic functions.
static inline void recorder_set_boolean(gpointer object, const char *property, gboolean value) {
    // GTK loads its theme again when a setting of it is set, even to the same value, which takes 15 ms.
    gboolean current = FALSE;
    g_object_get(object, property, &current, NULL);
    if (current != value) g_object_set(object, property, value, NULL);
}
static inline void recorder_set_integer(gpointer object, const char *property, gint value) {
    g_object_set(object, property, value, NULL);
}
static inline GtkWidget *recorder_new_web_view(WebKitWebContext *context, WebKitUserContentManager *content) {
    // There is no user to click, so media may always play, with sound.
    WebKitWebsitePolicies *policies =
        webkit_website_policies_new_with_policies("autoplay", WEBKIT_AUTOPLAY_ALLOW, NULL);
    GtkWidget *view = GTK_WIDGET(
        g_object_new(
            WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", content, "website-policies",
            policies, NULL));
    g_object_unref(policies);
    return view;
}

#endif
