// Pango's headers, which include Cairo's.
#ifndef PAGEREEL_CPANGO_SHIM_H
#define PAGEREEL_CPANGO_SHIM_H

#include <pango/pangocairo.h>

#endif
