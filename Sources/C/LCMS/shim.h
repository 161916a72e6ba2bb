// Little CMS, which converts colors between ICC profiles.
#ifndef PAGEREEL_CLCMS_SHIM_H
#define PAGEREEL_CLCMS_SHIM_H

#include <lcms2.h>

// Swift does not import these macros, which compute with casts.
static const cmsUInt32Number recorder_lcms_bgra = TYPE_BGRA_8;
static const cmsUInt32Number recorder_lcms_gray = TYPE_GRAY_8;

#endif
