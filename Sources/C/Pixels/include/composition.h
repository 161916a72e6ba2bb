// Pictures over each other: rows of pixels of 32 bits.
//
// A pixel is a native word of 0xAARRGGBB, its colours multiplied by its alpha
// (Cairo's ARGB32); where it is said that a picture is opaque, its alpha may
// be anything and counts as 255. No target is a source.
#ifndef PAGEREEL_COMPOSITION_H
#define PAGEREEL_COMPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What 1 is among weights: as fine as vectors multiply 16 bits.
#define COMPOSITION_ONE 32768

/// A part of a picture in memory.
struct composition_picture {
    /// The pixel in its upper left corner.
    uint32_t *pixels;
    /// Bytes from one row to the next, a multiple of 4.
    ptrdiff_t stride;
    size_t width, height;
    /// Whether all alpha counts as 255.
    bool is_opaque;
};

/// Fills a picture with one pixel.
void composition_fill(struct composition_picture target, uint32_t pixel);

/// Mixes two pictures of the target's size; equal pixels stay as they are.
///
/// \param weight How much of the second one, up to COMPOSITION_ONE.
void composition_mix(
    struct composition_picture target, struct composition_picture from, struct composition_picture to, int weight);

/// As composition_mix, with a weight for each column.
///
/// \param weights As many as the target has columns.
void composition_mix_columns(
    struct composition_picture target, struct composition_picture from, struct composition_picture to,
    const uint16_t *weights);

/// Lays a picture over another of the same size.
///
/// \param opacity Of the upper one, up to COMPOSITION_ONE.
void composition_over(struct composition_picture target, struct composition_picture source, int opacity);

/// From a target's pixel to a source's place: column = xx * x + xy * y + x0,
/// row = yx * x + yy * y + y0, of the pixels' middles.
struct composition_transform {
    double xx, xy, x0, yx, yy, y0;
};

/// Lays a picture over another, moved, turned and scaled.
///
/// Between its pixels the picture is interpolated linearly, and where it
/// becomes smaller several places are averaged.
///
/// \param transform How a place of the target's is found in the source.
/// \param opacity Of the source, up to COMPOSITION_ONE.
/// \param extends_edges Whether what is outside the source is its edge; if
///     not it is transparent.
void composition_warp(
    struct composition_picture target, struct composition_picture source, struct composition_transform transform,
    int opacity, bool extends_edges);

/// Changes colours: each of blue, green and red becomes a sum of the three
/// with factors and of a part of the range, in rows of four.
void composition_change_colors(struct composition_picture picture, const float matrix[12]);

/// Makes a picture darker towards its corners.
///
/// \param amount How much darker they are, from 0 to 1.
void composition_vignette(struct composition_picture picture, float amount);

/// Blurs a picture with what is as good as a Gaussian; outside there is what
/// is at the edge.
///
/// \param deviation The standard deviation in pixels, positive.
/// \return Whether there was memory for it.
bool composition_blur(struct composition_picture picture, double deviation);

/// Multiplies straight colours by their alpha, each to the nearest.
void composition_multiply_by_alpha(struct composition_picture picture);

/// Copies a picture, turned by right angles or mirrored.
///
/// \param source The pixel that comes into the target's upper left corner.
/// \param right Bytes to the pixel that comes right of it.
/// \param down Bytes to the one that comes below it.
void composition_turn(
    struct composition_picture target, const void *source, ptrdiff_t right, ptrdiff_t down);

#endif
