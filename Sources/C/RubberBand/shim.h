// The C interface of Rubber Band, which changes the duration of sound without changing its
// pitch.
#ifndef PAGEREEL_CRUBBERBAND_SHIM_H
#define PAGEREEL_CRUBBERBAND_SHIM_H

#include <rubberband/rubberband-c.h>

#endif
