// Pango's headers, which bring Cairo's.
#ifndef PAGEREEL_CPANGO_SHIM_H
#define PAGEREEL_CPANGO_SHIM_H

#include <pango/pangocairo.h>

#endif
