// Pictures that are moved, turned and scaled.
#include "processor.h"

#include <math.h>

// A pixel's four channels, which the processor works on at once.
typedef uint8_t channels_u8 __attribute__((vector_size(4)));
typedef uint16_t channels_u16 __attribute__((vector_size(8)));
typedef uint32_t channels_u32 __attribute__((vector_size(16)));

/// Places are in 65536ths of a pixel, of which the upper 8 bits are weights.
enum { SHIFT = 16 };
/// The most places a side that are averaged for one pixel.
enum { MOST_SAMPLES = 16 };

static inline channels_u32 wide(uint32_t pixel) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.word = pixel};
    return __builtin_convertvector(both.bytes, channels_u32);
}

/// A sampled source; what is outside it has a pixel as well.
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

/// The mean of four pixels around a place, in 65536ths.
static inline channels_u32 sample(const struct sampled *source, int64_t column, int64_t row) {
    int64_t x = column >> SHIFT, y = row >> SHIFT;
    uint32_t right = (uint32_t)(column >> (SHIFT - 8)) & 0xff, below = (uint32_t)(row >> (SHIFT - 8)) & 0xff;
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
    channels_u32 upper = wide(corners[0]) * (256 - right) + wide(corners[1]) * right;
    channels_u32 lower = wide(corners[2]) * (256 - right) + wide(corners[3]) * right;
    return upper * (256 - below) + lower * below;
}

static inline uint32_t packed(channels_u32 value) {
    return value[0] | value[1] << 8 | value[2] << 16 | value[3] << 24;
}

/// A pixel over another, with some opacity in 255ths.
static inline uint32_t laid(channels_u32 upper, uint32_t lower, uint32_t opacity) {
    if (opacity != 255) {
        channels_u32 product = upper * opacity + 128;
        upper = (product + (product >> 8)) >> 8;
    }
    uint32_t rest = 255 - upper[3];
    if (rest == 0) return packed(upper);
    channels_u32 left = wide(lower) * rest + 128;
    channels_u32 sum = upper + ((left + (left >> 8)) >> 8);
    // Colours that were scaled before may be a little above their alpha.
    channels_u32 is_above = (channels_u32)(sum > 255);
    return packed((sum & ~is_above) | (is_above & 255));
}

static int64_t fixed(double value) { return (int64_t)floor(value * (1 << SHIFT) + 0.5); }

static int samples_for(double along, double across) {
    double length = ceil(sqrt(along * along + across * across) - 1e-6);
    return length < 1 ? 1 : length > MOST_SAMPLES ? MOST_SAMPLES : (int)length;
}

/// The columns of a row of the target's that are anywhere near the source.
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

void composition_warp(
    struct composition_picture target, struct composition_picture source, struct composition_transform t,
    int opacity, bool extends_edges) {
    if (opacity <= 0) return;
    uint32_t part = ((uint32_t)opacity * 255 + COMPOSITION_ONE / 2) >> 15;
    const struct sampled sampled = {source, source.is_opaque ? 0xff000000 : 0, extends_edges};
    int columns = samples_for(t.xx, t.yx), rows = samples_for(t.xy, t.yy);
    uint32_t count = (uint32_t)(columns * rows);
    double margin = 1 + fabs(t.xx) + fabs(t.xy) + fabs(t.yx) + fabs(t.yy);
    const int64_t step_x = fixed(t.xx), step_y = fixed(t.yx);
    for (size_t y = 0; y < target.height; y++) {
        uint32_t *row = row_of(target, y);
        // The middle of the first pixel; the source's own is at a half.
        double start_x = t.xx * 0.5 + t.xy * ((double)y + 0.5) + t.x0 - 0.5;
        double start_y = t.yx * 0.5 + t.yy * ((double)y + 0.5) + t.y0 - 0.5;
        double first = 0, end = (double)target.width;
        if (!extends_edges) {
            clip(start_x, t.xx, (double)source.width, margin, &first, &end);
            clip(start_y, t.yx, (double)source.height, margin, &first, &end);
        }
        size_t from = (size_t)first, to = end <= first ? from : (size_t)ceil(end);
        if (to > target.width) to = target.width;
        // From each row's own beginning, so that nothing adds up.
        int64_t place_x = fixed(start_x + t.xx * (double)from), place_y = fixed(start_y + t.yx * (double)from);
        for (size_t x = from; x < to; x++, place_x += step_x, place_y += step_y) {
            channels_u32 pixel;
            if (count == 1) {
                pixel = (sample(&sampled, place_x, place_y) + 32768) >> 16;
            } else {
                channels_u32 sum = {0};
                for (int j = 0; j < rows; j++) {
                    double down = (j + 0.5) / rows - 0.5;
                    for (int i = 0; i < columns; i++) {
                        double along = (i + 0.5) / columns - 0.5;
                        sum += (sample(
                                    &sampled, place_x + fixed(t.xx * along + t.xy * down),
                                    place_y + fixed(t.yx * along + t.yy * down)) +
                                128) >>
                               8;
                    }
                }
                pixel = (sum + count * 128) / (count * 256);
            }
            row[x] = laid(pixel, row[x], part);
        }
    }
}
