// Pictures that are moved and made larger, but not turned.
#ifndef PAGEREEL_COMPOSITION_STRETCHING_H
#define PAGEREEL_COMPOSITION_STRETCHING_H

#include "composition.h"

/// Where the target's pixels are found in the source, in 65536ths of a pixel.
struct straight_way {
    int64_t first_column, column_step;
    int64_t first_row, row_step;
};

/// Lays a picture over another as composition_warp does.
///
/// \param opacity Of the source, from 1 to 255.
/// \return Whether there was memory for a row; if not, nothing is drawn.
bool composition_stretch(
    struct composition_picture target, struct composition_picture source, struct straight_way way, int32_t opacity,
    bool extends_edges);

#endif
