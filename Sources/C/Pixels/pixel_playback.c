// Conversion from video to pixels: loops over words, which the compiler vectorizes.
#include "pixel_conversion.h"

#include <math.h>
#include <stdlib.h>

#include "processor.h"

/// Factors are in 65536ths. Interpolated chroma is a sum with a total weight of 8: 3 + 1 for
/// the nearer and the farther row, times 2 for two columns.
enum { SHIFT = 16, COLOR_SHIFT = 3 };

/// The contribution of one step of luma and of chroma to each color.
struct factors {
    int32_t brightness, offset;
    int32_t red_v, green_u, green_v, blue_u;
};

static struct factors factors_of(struct pixel_playback_colors colors) {
    double green = 1 - colors.red - colors.blue;
    double y = colors.is_full_range ? 1 : 255.0 / 219, c = colors.is_full_range ? 1 : 255.0 / 224;
    double one = 1 << SHIFT, color = 1 << (SHIFT - COLOR_SHIFT);
    return (struct factors){
        .brightness = (int32_t)lround(y * one),
        .offset = (int32_t)lround((colors.is_full_range ? 0 : -16 * y) * one) + (1 << (SHIFT - 1)),
        .red_v = (int32_t)lround(2 * (1 - colors.red) * c * color),
        .green_u = (int32_t)lround(2 * (1 - colors.blue) * colors.blue / green * c * color),
        .green_v = (int32_t)lround(2 * (1 - colors.red) * colors.red / green * c * color),
        .blue_u = (int32_t)lround(2 * (1 - colors.blue) * c * color),
    };
}

/// Interpolates between two rows of chroma samples, and repeats the last sample once.
FOR_THIS_PROCESSOR
static void mix_rows(const uint8_t *restrict near, const uint8_t *restrict far, int16_t *restrict mixed, size_t count) {
    for (size_t i = 0; i < count; i++) mixed[i] = (int16_t)(3 * near[i] + far[i] - 512);
    mixed[count] = mixed[count - 1];
}

/// Interpolates chroma for each pixel.
///
/// \param next The samples from the second on. A separate pointer keeps the compiler from
/// carrying a value between iterations.
FOR_THIS_PROCESSOR
static void spread(
    const int16_t *restrict mixed, const int16_t *restrict next, int16_t *restrict colors, size_t count) {
    for (size_t i = 0; i < count; i++) {
        colors[2 * i] = (int16_t)(2 * mixed[i]);
        colors[2 * i + 1] = (int16_t)(mixed[i] + next[i]);
    }
}

static inline uint32_t limited(int32_t value) {
    value = value < 0 ? 0 : value;
    return (uint32_t)(value > 255 ? 255 : value);
}

FOR_THIS_PROCESSOR
static void convert_row(
    const uint8_t *restrict brightness, const int16_t *restrict u, const int16_t *restrict v, uint32_t *restrict pixels,
    size_t width, struct factors f) {
    for (size_t x = 0; x < width; x++) {
        int32_t y = brightness[x] * f.brightness + f.offset;
        uint32_t red = limited((y + v[x] * f.red_v) >> SHIFT);
        uint32_t green = limited((y - u[x] * f.green_u - v[x] * f.green_v) >> SHIFT);
        uint32_t blue = limited((y + u[x] * f.blue_u) >> SHIFT);
        pixels[x] = 0xff000000 | red << 16 | green << 8 | blue;
    }
}

int pixel_playback_from_yuv420(
    struct pixel_playback_picture picture, size_t width, size_t height, struct pixel_playback_colors colors,
    void *pixels, ptrdiff_t stride) {
    const struct factors factors = factors_of(colors);
    size_t columns = (width + 1) / 2, rows = (height + 1) / 2;
    int16_t *memory = malloc((columns + 1 + 4 * columns) * sizeof *memory);
    if (!memory) return -1;
    int16_t *mixed = memory, *u = mixed + columns + 1, *v = u + 2 * columns;
    for (size_t y = 0; y < height; y++) {
        size_t near = y / 2;
        size_t far = y % 2 ? (near + 1 < rows ? near + 1 : near) : (near > 0 ? near - 1 : near);
        for (int plane = 1; plane <= 2; plane++) {
            const uint8_t *start = picture.planes[plane];
            mix_rows(
                start + (ptrdiff_t)near * picture.strides[plane], start + (ptrdiff_t)far * picture.strides[plane],
                mixed, columns);
            spread(mixed, mixed + 1, plane == 1 ? u : v, columns);
        }
        convert_row(
            picture.planes[0] + (ptrdiff_t)y * picture.strides[0], u, v,
            (uint32_t *)((char *)pixels + (ptrdiff_t)y * stride), width, factors);
    }
    free(memory);
    return 0;
}
