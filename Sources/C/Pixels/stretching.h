// Moving and enlarging pictures without rotation.
#ifndef PAGEREEL_COMPOSITION_STRETCHING_H
#define PAGEREEL_COMPOSITION_STRETCHING_H

#include "composition.h"

/// The places in the source of the target's pixels, in 65536ths of a pixel.
struct straight_way {
    int64_t first_column, column_step;
    int64_t first_row, row_step;
};

/// Composites a picture over another, like composition_warp.
///
/// \param opacity The opacity of the source, from 1 to 255.
/// \return Whether memory for a row was available; if not, nothing is drawn.
bool composition_stretch(
    struct composition_picture target, struct composition_picture source, struct straight_way way, int32_t opacity,
    bool extends_edges);

#endif
