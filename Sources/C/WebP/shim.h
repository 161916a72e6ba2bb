// libwebp's decoder of animations, which libavcodec 59 does not have.
#ifndef PAGEREEL_CWEBP_SHIM_H
#define PAGEREEL_CWEBP_SHIM_H

#include <webp/demux.h>

#endif
