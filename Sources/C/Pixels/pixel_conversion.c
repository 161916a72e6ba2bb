// Conversion from pixels to video: loops over words, which the compiler vectorizes. libswscale
// takes five times as long, and libyuv does not support BT.709 in this direction, only BT.601.
#include "pixel_conversion.h"

#include <stdbool.h>

#include "processor.h"

/// The matrix coefficients in 65536ths, scaled from 255 to 219 steps of luma above 16 and 224
/// steps of chroma around 128. The chroma rows add up to 0, so gray has no chroma.
enum {
    SHIFT = 16,
    Y_RED = 11966,
    Y_GREEN = 40254,
    Y_BLUE = 4064,
    U_RED = -6596,
    U_GREEN = -22188,
    U_BLUE = 28784,
    V_RED = 28784,
    V_GREEN = -26145,
    V_BLUE = -2639,
    /// Chroma sums eight pixels with weights of 1, 2 and 1 in two rows.
    SUM_SHIFT = SHIFT + 3,
};

/// The number of column pairs converted at once; their sums fit the L1 cache.
enum { BLOCK = 512 };

FOR_THIS_PROCESSOR
static void convert_brightness(const uint32_t *restrict pixels, size_t count, uint8_t *restrict brightness) {
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = pixels[x];
        uint32_t sum = Y_BLUE * (pixel & 0xff) + Y_GREEN * (pixel >> 8 & 0xff) + Y_RED * (pixel >> 16 & 0xff);
        brightness[x] = (sum + (16 << SHIFT) + (1 << (SHIFT - 1))) >> SHIFT;
    }
}

/// The sums of two rows for each pair of columns: blue and red in one word, green in another.
struct sums {
    uint32_t left_blue_red[BLOCK], left_green[BLOCK];
    /// Shifted by one: the first element belongs to the previous pair.
    uint32_t right_blue_red[1 + BLOCK], right_green[1 + BLOCK];
};

static uint32_t blue_red(uint32_t pixel) { return pixel & 0xff00ff; }
static uint32_t green(uint32_t pixel) { return pixel >> 8 & 0xff; }

FOR_THIS_PROCESSOR
static void add_rows(const uint32_t *restrict upper, const uint32_t *restrict lower, size_t pairs,
                     struct sums *restrict sums) {
    for (size_t i = 0; i < pairs; i++) {
        sums->left_blue_red[i] = blue_red(upper[2 * i]) + blue_red(lower[2 * i]);
        sums->left_green[i] = green(upper[2 * i]) + green(lower[2 * i]);
        sums->right_blue_red[1 + i] = blue_red(upper[2 * i + 1]) + blue_red(lower[2 * i + 1]);
        sums->right_green[1 + i] = green(upper[2 * i + 1]) + green(lower[2 * i + 1]);
    }
}

FOR_THIS_PROCESSOR
static void convert_colors(const struct sums *restrict sums, size_t pairs, uint8_t *restrict u,
                            uint8_t *restrict v) {
    const int32_t middle = (128 << SUM_SHIFT) + (1 << (SUM_SHIFT - 1));
    for (size_t i = 0; i < pairs; i++) {
        uint32_t both = sums->right_blue_red[i] + 2 * sums->left_blue_red[i] + sums->right_blue_red[1 + i];
        int32_t g = sums->right_green[i] + 2 * sums->left_green[i] + sums->right_green[1 + i];
        int32_t b = both & 0xffff, r = both >> 16;
        u[i] = (U_BLUE * b + U_GREEN * g + U_RED * r + middle) >> SUM_SHIFT;
        v[i] = (V_BLUE * b + V_GREEN * g + V_RED * r + middle) >> SUM_SHIFT;
    }
}

/// Converts two rows of pixels to a row of chroma samples.
static void convert_row_of_colors(
    const uint32_t *upper, const uint32_t *lower, size_t width, uint8_t *u, uint8_t *v) {
    struct sums sums;
    // The first column extends to the left.
    sums.right_blue_red[0] = blue_red(upper[0]) + blue_red(lower[0]);
    sums.right_green[0] = green(upper[0]) + green(lower[0]);
    size_t all = (width + 1) / 2;
    for (size_t done = 0; done < all; done += BLOCK) {
        size_t pairs = all - done < BLOCK ? all - done : BLOCK;
        bool is_odd = 2 * (done + pairs) > width;
        add_rows(upper + 2 * done, lower + 2 * done, pairs - is_odd, &sums);
        if (is_odd) {
            const uint32_t last[2][2] = {
                {upper[width - 1], upper[width - 1]},
                {lower[width - 1], lower[width - 1]},
            };
            struct sums end;
            add_rows(last[0], last[1], 1, &end);
            sums.left_blue_red[pairs - 1] = end.left_blue_red[0];
            sums.left_green[pairs - 1] = end.left_green[0];
            sums.right_blue_red[pairs] = end.right_blue_red[1];
            sums.right_green[pairs] = end.right_green[1];
        }
        convert_colors(&sums, pairs, u + done, v + done);
        sums.right_blue_red[0] = sums.right_blue_red[pairs];
        sums.right_green[0] = sums.right_green[pairs];
    }
}

void pixel_conversion_to_bt709(
    const void *pixels, ptrdiff_t stride, size_t width, size_t height, struct pixel_conversion_picture picture) {
    size_t rows = height + height % 2;
    const uint32_t *upper = NULL;
    for (size_t y = 0; y < rows; y++) {
        const uint32_t *row = (const uint32_t *)((const char *)pixels + (ptrdiff_t)(y < height ? y : height - 1) * stride);
        uint8_t *brightness = picture.planes[0] + (ptrdiff_t)y * picture.strides[0];
        convert_brightness(row, width, brightness);
        if (width % 2) brightness[width] = brightness[width - 1];
        if (y % 2) {
            convert_row_of_colors(
                upper, row, width, picture.planes[1] + (ptrdiff_t)(y / 2) * picture.strides[1],
                picture.planes[2] + (ptrdiff_t)(y / 2) * picture.strides[2]);
        }
        upper = row;
    }
}
