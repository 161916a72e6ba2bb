#include "named_cursors.h"

#include <gdk/gdk.h>

#include "stand_in.h"

#define NAME_KEY "pagereel-cursor-name"

const char *named_cursors_name(void *cursor) {
    return cursor ? g_object_get_data(cursor, NAME_KEY) : "default";
}

/// Replaces GDK's function. Which picture the cursor has does not matter, because nobody sees the display.
EXPORTED GdkCursor *gdk_cursor_new_from_name(GdkDisplay *display, const gchar *name) {
    GdkCursor *cursor = INSTEAD_OF(gdk_cursor_new_from_name)(display, name);
    if (!cursor) cursor = gdk_cursor_new_for_display(display, GDK_LEFT_PTR);
    if (cursor) g_object_set_data_full(G_OBJECT(cursor), NAME_KEY, g_strdup(name), g_free);
    return cursor;
}
