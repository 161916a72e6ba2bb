// Moves and enlarges pictures without rotation: first mixes the two rows around a place, then
// the columns of the result.
#include "stretching.h"

#include "processor.h"

#include <stdlib.h>

typedef uint8_t channels_u8 __attribute__((vector_size(4)));
typedef int16_t channels_i16 __attribute__((vector_size(8)));
typedef int32_t channels_i32 __attribute__((vector_size(16)));

enum {
    /// Places are in 65536ths of a pixel.
    SHIFT = 16,
    /// Mixed rows are in 128ths, the precision that fits 16 bits.
    MIXED_SHIFT = 7,
};

/// The source of a target pixel: a column, counted from the one before the first, and the
/// weight of the next column in 32768ths.
struct column {
    int32_t index;
    int16_t next;
};

FOR_THIS_PROCESSOR
static void mix_rows(
    const uint8_t *restrict upper, const uint8_t *restrict lower, int16_t *restrict mixed, size_t count, int16_t weight) {
    for (size_t i = 0; i < count; i++) {
        mixed[i] = (int16_t)((upper[i] << MIXED_SHIFT) + (lower[i] - upper[i]) * weight);
    }
}

/// Mixes two columns into an unpacked pixel.
static inline channels_i32 mix_columns(const channels_i16 *mixed, struct column column) {
    channels_i32 left = __builtin_convertvector(mixed[column.index], channels_i32);
    channels_i32 right = __builtin_convertvector(mixed[column.index + 1], channels_i32);
    channels_i32 way = right - left;
    // In 32768ths of a 128th, rounded to nearest.
    return (((left << 8) + ((way * column.next) >> 7)) + (1 << 14)) >> 15;
}

static inline uint32_t packed(channels_i32 value) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.bytes = __builtin_convertvector(value, channels_u8)};
    return both.word;
}

static inline channels_i32 wide(uint32_t pixel) {
    union {
        uint32_t word;
        channels_u8 bytes;
    } both = {.word = pixel};
    return __builtin_convertvector(both.bytes, channels_i32);
}

FOR_THIS_PROCESSOR
static void replace_row(
    const channels_i16 *restrict mixed, const struct column *restrict columns, uint32_t *restrict row, size_t count) {
    for (size_t x = 0; x < count; x++) row[x] = packed(mix_columns(mixed, columns[x]));
}

FOR_THIS_PROCESSOR
static void lay_row(
    const channels_i16 *restrict mixed, const struct column *restrict columns, uint32_t *restrict row, size_t count,
    int32_t opacity) {
    for (size_t x = 0; x < count; x++) {
        channels_i32 upper = mix_columns(mixed, columns[x]) * opacity + 128;
        upper = (upper + (upper >> 8)) >> 8;
        channels_i32 left = wide(row[x]) * (255 - upper[3]) + 128;
        channels_i32 sum = upper + ((left + (left >> 8)) >> 8);
        // Scaled colors may slightly exceed their alpha, so sums are clamped.
        channels_i32 is_above = sum > 255;
        row[x] = packed((sum & ~is_above) | (is_above & 255));
    }
}

/// A row of the source; outside, the nearest row or `nothing`.
static const uint8_t *row_at(struct composition_picture source, int64_t y, bool extends_edges, const uint8_t *nothing) {
    int64_t last = (int64_t)source.height - 1;
    if ((y < 0 || y > last) && !extends_edges) return nothing;
    return (const uint8_t *)row_of(source, (size_t)(y < 0 ? 0 : y > last ? last : y));
}

static int64_t limited(int64_t value, int64_t least, int64_t most) {
    return value < least ? least : value > most ? most : value;
}

bool composition_stretch(
    struct composition_picture target, struct composition_picture source, struct straight_way way, int32_t opacity,
    bool extends_edges) {
    // With an extra column at each end.
    channels_i16 *mixed = aligned_alloc(64, ((source.width + 2) * sizeof *mixed + 63) / 64 * 64);
    struct column *columns = malloc(target.width * sizeof *columns);
    uint8_t *nothing = calloc(source.width, 4);
    bool has_memory = mixed && columns && nothing;
    if (has_memory) {
        // The range of visible columns.
        size_t from = target.width, to = 0;
        for (size_t x = 0; x < target.width; x++) {
            int64_t place = way.first_column + way.column_step * (int64_t)x;
            int64_t index = place >> SHIFT;
            bool is_inside = index >= -1 && index < (int64_t)source.width;
            if (is_inside || extends_edges) {
                from = from < x ? from : x;
                to = x + 1;
            }
            columns[x] = (struct column){
                (int32_t)limited(index, -1, (int64_t)source.width - 1) + 1,
                is_inside ? (int16_t)((place & 0xffff) >> 1) : index < 0 ? 0 : 32767,
            };
        }
        for (size_t y = 0; y < target.height && from < to; y++) {
            int64_t place = way.first_row + way.row_step * (int64_t)y;
            const uint8_t *upper = row_at(source, place >> SHIFT, extends_edges, nothing);
            const uint8_t *lower = row_at(source, (place >> SHIFT) + 1, extends_edges, nothing);
            if (upper == nothing && lower == nothing) continue;
            int16_t weight = (int16_t)((place & 0xffff) >> (SHIFT - MIXED_SHIFT));
            mix_rows(upper, lower, (int16_t *)(mixed + 1), source.width * 4, weight);
            if (source.is_opaque) {
                int16_t alpha = (int16_t)((upper == nothing ? 0 : 255 * ((1 << MIXED_SHIFT) - weight)) +
                                          (lower == nothing ? 0 : 255 * weight));
                for (size_t x = 1; x <= source.width; x++) mixed[x][3] = alpha;
            }
            mixed[0] = extends_edges ? mixed[1] : (channels_i16){0};
            mixed[source.width + 1] = extends_edges ? mixed[source.width] : (channels_i16){0};
            uint32_t *row = row_of(target, y) + from;
            if (source.is_opaque && extends_edges && opacity == 255) {
                replace_row(mixed, columns + from, row, to - from);
            } else {
                lay_row(mixed, columns + from, row, to - from, opacity);
            }
        }
    }
    free(mixed);
    free(columns);
    free(nothing);
    return has_memory;
}
