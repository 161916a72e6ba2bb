// The headers of libdrm, by which programs speak with a graphics card.
#ifndef PAGEREEL_CDRM_SHIM_H
#define PAGEREEL_CDRM_SHIM_H

#include <xf86drm.h>
#include <xf86drmMode.h>

#endif
