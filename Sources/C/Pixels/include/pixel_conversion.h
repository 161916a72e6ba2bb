// Pixels of 32 bits as the picture that most encoders read, and the pictures
// of most videos as pixels.
#ifndef PAGEREEL_PIXEL_CONVERSION_H
#define PAGEREEL_PIXEL_CONVERSION_H

#include <stddef.h>
#include <stdint.h>

/// The planes of a picture in YUV 4:2:0 with 8 bits: brightness and two of
/// colour, which have half as many columns and rows.
struct pixel_conversion_picture {
    uint8_t *planes[3];
    /// Bytes from one row to the next.
    ptrdiff_t strides[3];
};

/// Converts pixels to BT.709's numbers in limited range (ITU-R BT.709-6, 3.2
/// to 3.5), each to the nearest.
///
/// A colour belongs to the left one of two pixels, halfway between two rows
/// (ITU-T H.264, E.2.1, chroma_sample_loc_type 0): a quarter, a half and a
/// quarter of the pixels around it, of both rows. Outside there is what is at
/// the edge. A picture of odd size gets its last column and row twice.
///
/// \param pixels Rows of pixels, each a native word of 0xXXRRGGBB, as Cairo
///     has them (CAIRO_FORMAT_RGB24).
/// \param stride Bytes from one row to the next, a multiple of 4.
/// \param width Columns of pixels; the picture has the next even number.
/// \param height Rows of pixels; the picture has the next even number.
void pixel_conversion_to_bt709(
    const void *pixels, ptrdiff_t stride, size_t width, size_t height, struct pixel_conversion_picture picture);

/// A picture in YUV 4:2:0 with 8 bits: brightness and two planes of colour,
/// which have half as many columns and rows, rounded up.
struct pixel_playback_picture {
    const uint8_t *planes[3];
    /// Bytes from one row to the next.
    ptrdiff_t strides[3];
};

/// What the numbers of a picture stand for.
struct pixel_playback_colours {
    /// What red and blue count for in the brightness, such as 0.2126 and
    /// 0.0722 (ITU-R BT.709-6, 3.2).
    double red, blue;
    /// Whether brightness goes from 0 to 255, not from 16 to 235.
    int is_full_range;
};

/// Converts a picture to pixels, each to the nearest and inside its range.
///
/// A colour belongs to the left one of two pixels, halfway between two rows
/// (ITU-T H.264, E.2.1, chroma_sample_loc_type 0); between them it is
/// interpolated linearly.
///
/// \param pixels Rows of pixels, each a native word of 0xFFRRGGBB.
/// \param stride Bytes from one row to the next, a multiple of 4.
/// \return 0, or -1 if there is no memory for a row.
int pixel_playback_from_yuv420(
    struct pixel_playback_picture picture, size_t width, size_t height, struct pixel_playback_colours colours,
    void *pixels, ptrdiff_t stride);

#endif
