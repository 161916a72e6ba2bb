// The C interface of Rubber Band, which changes the length of sound and not
// its pitch.
#ifndef PAGEREEL_CRUBBERBAND_SHIM_H
#define PAGEREEL_CRUBBERBAND_SHIM_H

#include <rubberband/rubberband-c.h>

#endif
