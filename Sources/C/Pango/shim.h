// Pango's headers, which include Cairo's, and those of its fonts of fontconfig.
#ifndef PAGEREEL_CPANGO_SHIM_H
#define PAGEREEL_CPANGO_SHIM_H

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>

// What an error says; Swift finds GError's fields only in the first module that includes GLib.
static inline const char *recorder_pango_message(const GError *error) { return error->message; }

#endif
