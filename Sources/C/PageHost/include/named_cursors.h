// Tells the names of the cursors that WebKit sets.
//
// GTK keeps no name with a cursor, and has no cursor for a name that the display's theme lacks; the private
// display has no theme at all. This target replaces the GDK function that makes cursors from names.
#ifndef PAGEREEL_NAMED_CURSORS_H
#define PAGEREEL_NAMED_CURSORS_H

/// The name that a cursor was made with, such as `pointer`, a keyword of CSS.
///
/// \param cursor A `GdkCursor`, or NULL.
/// \returns `default` for NULL, and NULL for a cursor that shows an image. It lives as long as the cursor.
const char *named_cursors_name(void *cursor);

#endif
