// Pango's headers, which include Cairo's, and those of its fonts of fontconfig.
#ifndef PAGEREEL_CPANGO_SHIM_H
#define PAGEREEL_CPANGO_SHIM_H

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>

#endif
