// The headers of libdrm, the interface to graphics cards.
#ifndef PAGEREEL_CDRM_SHIM_H
#define PAGEREEL_CDRM_SHIM_H

#include <xf86drm.h>
#include <xf86drmMode.h>

#endif
