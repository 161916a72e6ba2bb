// Compositing of pictures with 32-bit pixels.
//
// A pixel is a native word 0xAARRGGBB with premultiplied alpha (Cairo's ARGB32). In a picture
// marked as opaque, the alpha bytes are ignored and count as 255. A target must not overlap a
// source.
#ifndef PAGEREEL_COMPOSITION_H
#define PAGEREEL_COMPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The weight that stands for 1: 15 bits, the precision of 16-bit vector multiplication.
#define COMPOSITION_ONE 32768

/// A rectangular part of a picture in memory.
struct composition_picture {
    /// The pixel in the upper left corner.
    uint32_t *pixels;
    /// Bytes from one row to the next, a multiple of 4.
    ptrdiff_t stride;
    size_t width, height;
    /// Whether alpha counts as 255.
    bool is_opaque;
};

/// Fills a picture with one pixel.
void composition_fill(struct composition_picture target, uint32_t pixel);

/// Mixes two pictures of the target's size; equal pixels stay exact.
///
/// \param weight The weight of `to`, up to COMPOSITION_ONE.
void composition_mix(
    struct composition_picture target, struct composition_picture from, struct composition_picture to, int weight);

/// Like composition_mix, with a weight for each column.
///
/// \param weights One weight for each column of the target.
void composition_mix_columns(
    struct composition_picture target, struct composition_picture from, struct composition_picture to,
    const uint16_t *weights);

/// Composites a picture over another of the same size.
///
/// \param opacity The opacity of `source`, up to COMPOSITION_ONE.
void composition_over(struct composition_picture target, struct composition_picture source, int opacity);

/// Maps a target pixel's center to a place in the source: column = xx * x + xy * y + x0, row =
/// yx * x + yy * y + y0.
struct composition_transform {
    double xx, xy, x0, yx, yy, y0;
};

/// Composites a moved, rotated and scaled picture over another.
///
/// Interpolates bilinearly; scaling down averages several samples.
///
/// \param transform Maps places of the target to the source.
/// \param opacity The opacity of the source, up to COMPOSITION_ONE.
/// \param extends_edges Whether the source's edge pixels extend outside it; otherwise the outside is transparent.
void composition_warp(
    struct composition_picture target, struct composition_picture source, struct composition_transform transform,
    int opacity, bool extends_edges);

/// Applies a color matrix: blue, green and red each become a row of four factors, for blue,
/// green, red and a constant (1 is the full range).
void composition_change_colors(struct composition_picture picture, const float matrix[12]);

/// Darkens a picture towards its corners.
///
/// \param amount How much darker the corners become, from 0 to 1.
void composition_vignette(struct composition_picture picture, float amount);

/// Blurs a picture with an approximate Gaussian; edge pixels extend outside.
///
/// \param deviation The standard deviation in pixels, positive.
/// \return Whether enough memory was available.
bool composition_blur(struct composition_picture picture, double deviation);

/// Converts straight alpha to premultiplied alpha, rounding to nearest.
void composition_multiply_by_alpha(struct composition_picture picture);

/// Copies a picture, rotated by a multiple of 90° or mirrored.
///
/// \param source The pixel for the target's upper left corner.
/// \param right Bytes from a pixel to its right neighbor in the target.
/// \param down Bytes from a pixel to its lower neighbor in the target.
void composition_turn(
    struct composition_picture target, const void *source, ptrdiff_t right, ptrdiff_t down);

#endif
