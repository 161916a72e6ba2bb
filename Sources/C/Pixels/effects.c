// Color effects and blur.
#include "processor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline float limited(float value, float most) { return value < 0 ? 0 : value > most ? most : value; }

FOR_THIS_PROCESSOR
static void change_row(uint32_t *row, size_t count, const float *restrict m, uint32_t alpha) {
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = row[x] | alpha;
        float b = (float)(pixel & 0xff), g = (float)(pixel >> 8 & 0xff), r = (float)(pixel >> 16 & 0xff);
        float a = (float)(pixel >> 24);
        // Colors are premultiplied, so the constant term is scaled by alpha as well.
        float blue = limited(m[0] * b + m[1] * g + m[2] * r + m[3] * a, a);
        float green = limited(m[4] * b + m[5] * g + m[6] * r + m[7] * a, a);
        float red = limited(m[8] * b + m[9] * g + m[10] * r + m[11] * a, a);
        row[x] = (uint32_t)(int32_t)(blue + 0.5f) | (uint32_t)(int32_t)(green + 0.5f) << 8 |
                 (uint32_t)(int32_t)(red + 0.5f) << 16 | (pixel & 0xff000000);
    }
}

void composition_change_colors(struct composition_picture picture, const float matrix[12]) {
    for (size_t y = 0; y < picture.height; y++) {
        change_row(row_of(picture, y), picture.width, matrix, picture.is_opaque ? 0xff000000 : 0);
    }
}

FOR_THIS_PROCESSOR
static void darken_row(uint32_t *row, size_t count, float amount, float middle, float across, float down) {
    for (size_t x = 0; x < count; x++) {
        float side = ((float)x + 0.5f - middle) * across;
        float distance = side * side + down;
        // Natural vignetting of a lens: proportional to the fourth power of the distance.
        float rest = 1 - amount * distance * distance;
        uint32_t pixel = row[x];
        row[x] = (uint32_t)(int32_t)((float)(pixel & 0xff) * rest + 0.5f) |
                 (uint32_t)(int32_t)((float)(pixel >> 8 & 0xff) * rest + 0.5f) << 8 |
                 (uint32_t)(int32_t)((float)(pixel >> 16 & 0xff) * rest + 0.5f) << 16 | (pixel & 0xff000000);
    }
}

void composition_vignette(struct composition_picture picture, float amount) {
    // The corners are at distance 1 from the center, whatever the aspect ratio.
    float across = (float)(sqrt(0.5) / (0.5 * (double)picture.width));
    for (size_t y = 0; y < picture.height; y++) {
        float down = (float)(((double)y + 0.5 - 0.5 * (double)picture.height) / (0.5 * (double)picture.height));
        darken_row(row_of(picture, y), picture.width, amount, 0.5f * (float)picture.width, across, 0.5f * down * down);
    }
}

typedef float channels_f32 __attribute__((vector_size(16)));
typedef uint8_t channels_u8 __attribute__((vector_size(4)));

/// A box filter whose outermost pixels have a fractional weight, so that any deviation is
/// possible (P. Gwosdek et al., Theoretical Foundations of Gaussian Convolution by Extended Box
/// Filtering, 2011).
struct box {
    ptrdiff_t radius;
    float edge, factor;
};

/// Returns the box that approximates a Gaussian's deviation when applied three times.
static struct box box_for(double deviation) {
    enum { TIMES = 3 };
    double variance = deviation * deviation;
    double radius = floor(0.5 * sqrt(12 * variance / TIMES + 1) - 0.5);
    double length = 2 * radius + 1;
    double edge = length * (radius * (radius + 1) - 3 * variance / TIMES) /
                  (6 * (variance / TIMES - (radius + 1) * (radius + 1)));
    return (struct box){(ptrdiff_t)radius, (float)edge, (float)(1 / (length + 2 * edge))};
}

static ptrdiff_t inside(ptrdiff_t index, ptrdiff_t count) {
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/// Applies a box to a line of pixels.
static void blur_line(const channels_f32 *restrict from, channels_f32 *restrict to, ptrdiff_t count, struct box box) {
    channels_f32 sum = {0};
    for (ptrdiff_t i = -box.radius; i <= box.radius; i++) sum += from[inside(i, count)];
    for (ptrdiff_t i = 0; i < count; i++) {
        channels_f32 before = from[inside(i - box.radius - 1, count)];
        channels_f32 after = from[inside(i + box.radius + 1, count)];
        to[i] = (sum + box.edge * (before + after)) * box.factor;
        sum += after - from[inside(i - box.radius, count)];
    }
}

static channels_f32 unpacked(uint32_t pixel) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.word = pixel};
    return __builtin_convertvector(both.bytes, channels_f32);
}

static uint32_t packed(channels_f32 value) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.bytes = __builtin_convertvector(value + 0.5f, channels_u8)};
    return both.word;
}

/// The number of columns blurred at once, so that whole cache lines are read.
enum { COLUMNS = 8 };

bool composition_blur(struct composition_picture picture, double deviation) {
    size_t longest = picture.width > picture.height * COLUMNS ? picture.width : picture.height * COLUMNS;
    channels_f32 *lines = aligned_alloc(16, 2 * longest * sizeof *lines);
    if (!lines) return false;
    channels_f32 *other = lines + longest;
    struct box box = box_for(deviation);
    uint32_t alpha = picture.is_opaque ? 0xff000000 : 0;
    for (size_t y = 0; y < picture.height; y++) {
        uint32_t *row = row_of(picture, y);
        for (size_t x = 0; x < picture.width; x++) lines[x] = unpacked(row[x] | alpha);
        blur_line(lines, other, (ptrdiff_t)picture.width, box);
        blur_line(other, lines, (ptrdiff_t)picture.width, box);
        blur_line(lines, other, (ptrdiff_t)picture.width, box);
        for (size_t x = 0; x < picture.width; x++) row[x] = packed(other[x]);
    }
    for (size_t left = 0; left < picture.width; left += COLUMNS) {
        size_t columns = picture.width - left < COLUMNS ? picture.width - left : COLUMNS;
        for (size_t y = 0; y < picture.height; y++) {
            const uint32_t *row = row_of(picture, y) + left;
            for (size_t i = 0; i < columns; i++) lines[i * picture.height + y] = unpacked(row[i]);
        }
        for (size_t i = 0; i < columns; i++) {
            channels_f32 *line = lines + i * picture.height, *result = other + i * picture.height;
            blur_line(line, result, (ptrdiff_t)picture.height, box);
            blur_line(result, line, (ptrdiff_t)picture.height, box);
            blur_line(line, result, (ptrdiff_t)picture.height, box);
        }
        for (size_t y = 0; y < picture.height; y++) {
            uint32_t *row = row_of(picture, y) + left;
            for (size_t i = 0; i < columns; i++) row[i] = packed(other[i * picture.height + y]);
        }
    }
    free(lines);
    return true;
}
