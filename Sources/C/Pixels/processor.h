// Helpers shared by the loops over pixels.
#ifndef PAGEREEL_COMPOSITION_PROCESSOR_H
#define PAGEREEL_COMPOSITION_PROCESSOR_H

#include "composition.h"

// Selects the widest vectors of the processor at startup. The function that selects runs before ThreadSanitizer, which
// would watch it, is ready.
#if defined(__x86_64__) && defined(__ELF__) && !__has_feature(thread_sanitizer)
#define FOR_THIS_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_THIS_PROCESSOR
#endif

static inline uint32_t *row_of(struct composition_picture picture, size_t y) {
    return (uint32_t *)((char *)picture.pixels + (ptrdiff_t)y * picture.stride);
}

/// Divides a number from 0 to 255 * 255 by 255, rounding to nearest exactly.
static inline uint32_t divided_by_255(uint32_t value) {
    value += 128;
    return (value + (value >> 8)) >> 8;
}

#endif
