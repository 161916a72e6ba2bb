// Mixing and compositing pictures of equal size: loops over bytes, which the compiler
// vectorizes.
#include "processor.h"

#include <string.h>

void composition_fill(struct composition_picture target, uint32_t pixel) {
    for (size_t y = 0; y < target.height; y++) {
        uint32_t *row = row_of(target, y);
        for (size_t x = 0; x < target.width; x++) row[x] = pixel;
    }
}

/// A weighted difference, rounded to nearest; 16 bits suffice, and 32 would halve a vector's
/// capacity.
static inline int16_t part_of(int16_t way, int16_t weight) { return (int16_t)((((int32_t)way * weight >> 14) + 1) >> 1); }

FOR_THIS_PROCESSOR
static void mix_row(
    const uint8_t *restrict from, const uint8_t *restrict to, uint8_t *restrict target, size_t count, int16_t weight) {
    for (size_t i = 0; i < count; i++) {
        target[i] = (uint8_t)(from[i] + part_of((int16_t)(to[i] - from[i]), weight));
    }
}

static void copy_row(uint32_t *target, const uint32_t *source, size_t width) {
    if (target != source) memcpy(target, source, width * sizeof *target);
}

/// Like mix_row, for opaque pictures with arbitrary alpha bytes; the target gets a valid alpha.
FOR_THIS_PROCESSOR
static void mix_pixels(
    const uint32_t *restrict from, const uint32_t *restrict to, uint32_t *restrict target, size_t count, int32_t weight,
    uint32_t from_alpha, uint32_t to_alpha) {
    for (size_t x = 0; x < count; x++) {
        uint32_t mixed = 0, first = from[x] | from_alpha, second = to[x] | to_alpha;
        for (int shift = 0; shift < 32; shift += 8) {
            int32_t start = first >> shift & 0xff, end = second >> shift & 0xff;
            mixed |= (uint32_t)(start + (((end - start) * weight + (COMPOSITION_ONE >> 1)) >> 15)) << shift;
        }
        target[x] = mixed;
    }
}

void composition_mix(
    struct composition_picture target, struct composition_picture from, struct composition_picture to, int weight) {
    weight = weight < 0 ? 0 : weight > COMPOSITION_ONE ? COMPOSITION_ONE : weight;
    if (!target.is_opaque && (from.is_opaque || to.is_opaque)) {
        for (size_t y = 0; y < target.height; y++) {
            mix_pixels(
                row_of(from, y), row_of(to, y), row_of(target, y), target.width, weight,
                from.is_opaque ? 0xff000000 : 0, to.is_opaque ? 0xff000000 : 0);
        }
        return;
    }
    for (size_t y = 0; y < target.height; y++) {
        if (weight == 0) {
            copy_row(row_of(target, y), row_of(from, y), target.width);
        } else if (weight == COMPOSITION_ONE) {
            copy_row(row_of(target, y), row_of(to, y), target.width);
        } else {
            mix_row((const uint8_t *)row_of(from, y), (const uint8_t *)row_of(to, y), (uint8_t *)row_of(target, y),
                    target.width * 4, (int16_t)weight);
        }
    }
}

FOR_THIS_PROCESSOR
static void mix_row_by_columns(
    const uint32_t *restrict from, const uint32_t *restrict to, uint32_t *restrict target, size_t count,
    const uint16_t *restrict weights) {
    for (size_t x = 0; x < count; x++) {
        uint32_t mixed = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            int32_t start = from[x] >> shift & 0xff, end = to[x] >> shift & 0xff;
            mixed |= (uint32_t)(start + (((end - start) * weights[x] + (COMPOSITION_ONE >> 1)) >> 15)) << shift;
        }
        target[x] = mixed;
    }
}

void composition_mix_columns(
    struct composition_picture target, struct composition_picture from, struct composition_picture to,
    const uint16_t *weights) {
    for (size_t y = 0; y < target.height; y++) {
        mix_row_by_columns(row_of(from, y), row_of(to, y), row_of(target, y), target.width, weights);
    }
}

/// Composites a premultiplied pixel over another.
///
/// Scaled colors may slightly exceed their alpha, so sums are clamped.
static inline uint32_t over(uint32_t upper, uint32_t lower) {
    uint32_t rest = 255 - (upper >> 24);
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum = (upper >> shift & 0xff) + divided_by_255((lower >> shift & 0xff) * rest);
        result |= (sum > 255 ? 255 : sum) << shift;
    }
    return result;
}

/// Reduces a pixel's opacity, given in 255ths.
static inline uint32_t faded(uint32_t pixel, uint32_t opacity) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        result |= divided_by_255((pixel >> shift & 0xff) * opacity) << shift;
    }
    return result;
}

FOR_THIS_PROCESSOR
static void lay_row(const uint32_t *restrict source, uint32_t *restrict target, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = over(source[x], target[x]);
}

FOR_THIS_PROCESSOR
static void lay_faded_row(
    const uint32_t *restrict source, uint32_t *restrict target, size_t count, uint32_t opacity, uint32_t alpha) {
    for (size_t x = 0; x < count; x++) target[x] = over(faded(source[x] | alpha, opacity), target[x]);
}

FOR_THIS_PROCESSOR
static void copy_opaque_row(const uint32_t *restrict source, uint32_t *restrict target, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = source[x] | 0xff000000;
}

FOR_THIS_PROCESSOR
static void mix_into_row(const uint8_t *restrict source, uint8_t *restrict target, size_t count, int16_t weight) {
    for (size_t i = 0; i < count; i++) {
        target[i] = (uint8_t)(target[i] + part_of((int16_t)(source[i] - target[i]), weight));
    }
}

void composition_over(struct composition_picture target, struct composition_picture source, int opacity) {
    if (opacity <= 0) return;
    bool is_whole = opacity >= COMPOSITION_ONE;
    uint32_t part = ((uint32_t)opacity * 255 + COMPOSITION_ONE / 2) >> 15;
    for (size_t y = 0; y < target.height; y++) {
        const uint32_t *from = row_of(source, y);
        uint32_t *to = row_of(target, y);
        if (source.is_opaque && is_whole) {
            copy_opaque_row(from, to, target.width);
        } else if (source.is_opaque && target.is_opaque) {
            mix_into_row((const uint8_t *)from, (uint8_t *)to, target.width * 4, (int16_t)opacity);
        } else if (is_whole) {
            lay_row(from, to, target.width);
        } else {
            lay_faded_row(from, to, target.width, part, source.is_opaque ? 0xff000000 : 0);
        }
    }
}

FOR_THIS_PROCESSOR
static void multiply_row(uint32_t *row, size_t count) {
    for (size_t x = 0; x < count; x++) row[x] = (faded(row[x], row[x] >> 24) & 0xffffff) | (row[x] & 0xff000000);
}

void composition_multiply_by_alpha(struct composition_picture picture) {
    for (size_t y = 0; y < picture.height; y++) multiply_row(row_of(picture, y), picture.width);
}

/// The size of the tiles in which a picture is rotated, so that rows and columns stay in the L1
/// cache.
enum { TILE = 32 };

void composition_turn(
    struct composition_picture target, const void *source, ptrdiff_t right, ptrdiff_t down) {
    for (size_t top = 0; top < target.height; top += TILE) {
        for (size_t left = 0; left < target.width; left += TILE) {
            for (size_t y = top; y < top + TILE && y < target.height; y++) {
                const char *from = (const char *)source + (ptrdiff_t)y * down;
                uint32_t *row = row_of(target, y);
                for (size_t x = left; x < left + TILE && x < target.width; x++) {
                    row[x] = *(const uint32_t *)(from + (ptrdiff_t)x * right);
                }
            }
        }
    }
}
