// The memory of malloc(3).
#ifndef PAGEREEL_HEAP_H
#define PAGEREEL_HEAP_H

#include <malloc.h>

/// Gives memory back to the system that the process has freed, but that its heaps keep.
static inline void heap_give_back(void) { malloc_trim(0); }

/// Gives blocks that are larger than a picture of 1920x1080 back to the system as soon as they are freed.
///
/// Once such a block has been freed, malloc(3) would take the next ones, up to 32 MB, from heaps, which cannot shrink
/// while anything behind the block is in use. Each of a decoder's threads has a heap.
static inline void heap_map_large_blocks(void) {
    mallopt(M_MMAP_THRESHOLD, 8330000);
    // Without it, each block freed at a heap's end would go back too.
    mallopt(M_TRIM_THRESHOLD, 1 << 24);
}

#endif
