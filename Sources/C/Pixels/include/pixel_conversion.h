// Conversion between 32-bit pixels and YUV 4:2:0, the format of most encoders and videos.
#ifndef PAGEREEL_PIXEL_CONVERSION_H
#define PAGEREEL_PIXEL_CONVERSION_H

#include <stddef.h>
#include <stdint.h>

/// The planes of an 8-bit YUV 4:2:0 picture: luma, and two chroma planes with half as many
/// columns and rows.
struct pixel_conversion_picture {
    uint8_t *planes[3];
    /// Bytes from one row to the next.
    ptrdiff_t strides[3];
};

/// Converts pixels to limited-range BT.709 (ITU-R BT.709-6, 3.2 to 3.5), rounding to nearest.
///
/// A chroma sample is located at the left pixel of a pair, halfway between two rows (ITU-T
/// H.264, E.2.1, chroma_sample_loc_type 0). It averages both rows, with weights of 1/4, 1/2 and
/// 1/4 for the pixels around it. Edge pixels extend outside. A picture of odd size repeats its
/// last column and row.
///
/// \param pixels Rows of pixels, each a native word 0xXXRRGGBB, as in Cairo's
/// CAIRO_FORMAT_RGB24.
/// \param stride Bytes from one row to the next, a multiple of 4.
/// \param width Columns of pixels; the picture's width is rounded up to even.
/// \param height Rows of pixels; the picture's height is rounded up to even.
void pixel_conversion_to_bt709(
    const void *pixels, ptrdiff_t stride, size_t width, size_t height, struct pixel_conversion_picture picture);

/// The planes of an 8-bit YUV 4:2:0 picture to read: luma, and two chroma planes with half as
/// many columns and rows, rounded up.
struct pixel_playback_picture {
    const uint8_t *planes[3];
    /// Bytes from one row to the next.
    ptrdiff_t strides[3];
};

/// The matrix coefficients and range of a picture.
struct pixel_playback_colors {
    /// The weights of red and blue in luma, such as 0.2126 and 0.0722 (ITU-R BT.709-6, 3.2).
    double red, blue;
    /// Whether luma ranges from 0 to 255 rather than from 16 to 235.
    int is_full_range;
};

/// Converts a picture to pixels, rounding to nearest and clamping.
///
/// Chroma samples are located at the left pixel of a pair, halfway between two rows (ITU-T
/// H.264, E.2.1, chroma_sample_loc_type 0), and interpolated bilinearly.
///
/// \param pixels Receives rows of pixels, each a native word 0xFFRRGGBB.
/// \param stride Bytes from one row to the next, a multiple of 4.
/// \return 0, or -1 if memory for a row is unavailable.
int pixel_playback_from_yuv420(
    struct pixel_playback_picture picture, size_t width, size_t height, struct pixel_playback_colors colors,
    void *pixels, ptrdiff_t stride);

#endif
