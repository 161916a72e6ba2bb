// The WebKitGTK headers (with GTK 3, GDK and Cairo), and what Swift cannot
// import from them.
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

#endif
