// Moving, rotating and scaling pictures.
#include "processor.h"
#include "stretching.h"

#include <math.h>

// The four channels of a pixel, processed as a vector.
typedef uint8_t channels_u8 __attribute__((vector_size(4)));
typedef int16_t channels_i16 __attribute__((vector_size(8)));
typedef int32_t channels_i32 __attribute__((vector_size(16)));
typedef float channels_f32 __attribute__((vector_size(16)));

enum {
    /// Places are in 65536ths of a pixel.
    SHIFT = 16,
    /// Samples are in 128ths, the precision that fits 16 bits.
    SAMPLE_SHIFT = 7,
    /// The maximum number of samples per axis averaged for a pixel.
    MOST_SAMPLES = 16,
};

static inline channels_i16 wide(uint32_t pixel) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.word = pixel};
    return __builtin_convertvector(both.bytes, channels_i16);
}

/// A source to sample; its outside has pixels as well.
struct sampled {
    struct composition_picture picture;
    uint32_t alpha;
    bool extends_edges;
};

static inline uint32_t pixel_at(const struct sampled *source, int64_t x, int64_t y) {
    int64_t right = (int64_t)source->picture.width - 1, bottom = (int64_t)source->picture.height - 1;
    if (x < 0 || y < 0 || x > right || y > bottom) {
        if (!source->extends_edges) return 0;
        x = x < 0 ? 0 : x > right ? right : x;
        y = y < 0 ? 0 : y > bottom ? bottom : y;
    }
    return row_of(source->picture, (size_t)y)[x] | source->alpha;
}

/// A weighted difference in 32768ths, rounded to nearest.
static inline channels_i16 part_of(channels_i16 way, int16_t weight) {
    channels_i32 product = __builtin_convertvector(way, channels_i32) * (int32_t)weight;
    return __builtin_convertvector(((product >> 14) + 1) >> 1, channels_i16);
}

static inline channels_i16 between(uint32_t left, uint32_t right, int16_t weight) {
    channels_i16 first = wide(left);
    return (first << SAMPLE_SHIFT) + (wide(right) - first) * weight;
}

/// Interpolates the four pixels around a place; the result is in 128ths.
static inline channels_i16 sample(const struct sampled *source, int64_t column, int64_t row) {
    int64_t x = column >> SHIFT, y = row >> SHIFT;
    int16_t right = (int16_t)((column & 0xffff) >> (SHIFT - SAMPLE_SHIFT)), below = (int16_t)((row & 0xffff) >> 1);
    uint32_t corners[4];
    if (x >= 0 && y >= 0 && x + 1 < (int64_t)source->picture.width && y + 1 < (int64_t)source->picture.height) {
        const uint32_t *upper = row_of(source->picture, (size_t)y) + x;
        const uint32_t *lower = row_of(source->picture, (size_t)y + 1) + x;
        corners[0] = upper[0] | source->alpha;
        corners[1] = upper[1] | source->alpha;
        corners[2] = lower[0] | source->alpha;
        corners[3] = lower[1] | source->alpha;
    } else {
        corners[0] = pixel_at(source, x, y);
        corners[1] = pixel_at(source, x + 1, y);
        corners[2] = pixel_at(source, x, y + 1);
        corners[3] = pixel_at(source, x + 1, y + 1);
    }
    channels_i16 upper = between(corners[0], corners[1], right);
    return upper + part_of(between(corners[2], corners[3], right) - upper, below);
}

static inline uint32_t packed(channels_i16 value) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.bytes = __builtin_convertvector(value, channels_u8)};
    return both.word;
}

/// Composites a pixel over another, with an opacity in 255ths.
static inline uint32_t laid(channels_i16 upper, uint32_t lower, int32_t opacity) {
    channels_i32 above = __builtin_convertvector(upper, channels_i32);
    if (opacity != 255) {
        channels_i32 product = above * opacity + 128;
        above = (product + (product >> 8)) >> 8;
    }
    int32_t rest = 255 - above[3];
    if (rest != 0) {
        channels_i32 left = __builtin_convertvector(wide(lower), channels_i32) * rest + 128;
        channels_i32 sum = above + ((left + (left >> 8)) >> 8);
        // Scaled colors may slightly exceed their alpha, so sums are clamped.
        channels_i32 is_above = sum > 255;
        above = (sum & ~is_above) | (is_above & 255);
    }
    return packed(__builtin_convertvector(above, channels_i16));
}

static int64_t fixed(double value) { return (int64_t)floor(value * (1 << SHIFT) + 0.5); }

/// The number of samples to average along a step in the target.
///
/// Up to a step of 1.25 pixels, interpolation alone is enough.
static int samples_for(double along, double across) {
    double length = ceil(sqrt(along * along + across * across) - 0.25);
    return length < 1 ? 1 : length > MOST_SAMPLES ? MOST_SAMPLES : (int)length;
}

/// Limits a row of the target to the columns near the source.
static void clip(double start, double step, double size, double margin, double *first, double *end) {
    double low = -margin - start, high = size + margin - start;
    if (fabs(step) < 1e-12) {
        if (low > 0 || high < 0) *end = *first;
        return;
    }
    double a = low / step, b = high / step;
    double from = a < b ? a : b, to = a < b ? b : a;
    if (from > *first) *first = from;
    if (to < *end) *end = to;
}

FOR_THIS_PROCESSOR
void composition_warp(
    struct composition_picture target, struct composition_picture source, struct composition_transform t,
    int opacity, bool extends_edges) {
    if (opacity <= 0) return;
    int32_t part = (opacity * 255 + COMPOSITION_ONE / 2) >> 15;
    const struct sampled sampled = {source, source.is_opaque ? 0xff000000 : 0, extends_edges};
    int columns = samples_for(t.xx, t.yx), rows = samples_for(t.xy, t.yy);
    int32_t count = columns * rows;
    if (part == 0) return;
    if (count == 1 && t.xy == 0 && t.yx == 0) {
        struct straight_way way = {
            .first_column = fixed(t.xx * 0.5 + t.x0 - 0.5), .column_step = fixed(t.xx),
            .first_row = fixed(t.yy * 0.5 + t.y0 - 0.5), .row_step = fixed(t.yy),
        };
        if (composition_stretch(target, source, way, part, extends_edges)) return;
    }
    const float share = 1 / (float)(count << SAMPLE_SHIFT);
    struct place {
        int64_t x, y;
    } places[MOST_SAMPLES * MOST_SAMPLES];
    for (int32_t i = 0; i < count; i++) {
        double along = (i % columns + 0.5) / columns - 0.5, down = (i / columns + 0.5) / rows - 0.5;
        places[i] = (struct place){fixed(t.xx * along + t.xy * down), fixed(t.yx * along + t.yy * down)};
    }
    double margin = 1 + fabs(t.xx) + fabs(t.xy) + fabs(t.yx) + fabs(t.yy);
    const int64_t step_x = fixed(t.xx), step_y = fixed(t.yx);
    for (size_t y = 0; y < target.height; y++) {
        uint32_t *row = row_of(target, y);
        // The center of the first pixel; centers in the source are at half-integers.
        double start_x = t.xx * 0.5 + t.xy * ((double)y + 0.5) + t.x0 - 0.5;
        double start_y = t.yx * 0.5 + t.yy * ((double)y + 0.5) + t.y0 - 0.5;
        double first = 0, end = (double)target.width;
        if (!extends_edges) {
            clip(start_x, t.xx, (double)source.width, margin, &first, &end);
            clip(start_y, t.yx, (double)source.height, margin, &first, &end);
        }
        size_t from = (size_t)first, to = end <= first ? from : (size_t)ceil(end);
        if (to > target.width) to = target.width;
        // Recomputed for each row, so that rounding errors do not accumulate.
        int64_t place_x = fixed(start_x + t.xx * (double)from), place_y = fixed(start_y + t.yx * (double)from);
        for (size_t x = from; x < to; x++, place_x += step_x, place_y += step_y) {
            if (count == 1) {
                channels_i16 pixel = sample(&sampled, place_x, place_y);
                row[x] = laid((pixel + (1 << (SAMPLE_SHIFT - 1))) >> SAMPLE_SHIFT, row[x], part);
                continue;
            }
            channels_i32 sum = {0};
            for (int32_t i = 0; i < count; i++) {
                sum += __builtin_convertvector(
                    sample(&sampled, place_x + places[i].x, place_y + places[i].y), channels_i32);
            }
            channels_f32 mean = __builtin_convertvector(sum, channels_f32) * share + 0.5f;
            row[x] = laid(__builtin_convertvector(mean, channels_i16), row[x], part);
        }
    }
}
