/// Reduces many colors to a small palette.
///
/// The group with the largest variance is split in two along its widest channel, again and
/// again (P. Heckbert, "Color image quantization for frame buffer display", SIGGRAPH 1982, with
/// variance instead of extent and mean instead of median). A few rounds of k-means then refine
/// the groups.
enum MedianCut {
    /// A group of colors.
    private struct Group {
        var colors: ArraySlice<WeightedColor>
        var mean: SIMD3<Float>
        /// The sum of the squared distances from the mean, in each channel.
        var spread: SIMD3<Float>

        init(_ colors: ArraySlice<WeightedColor>) {
            self.colors = colors
            mean = MedianCut.mean(of: colors)
            var spread = SIMD3<Float>()
            for color in colors {
                let distance = color.channels - mean
                spread += distance * distance * color.weight
            }
            self.spread = spread
        }
    }

    /// Rounds of k-means.
    private static let rounds = 3

    /// Chooses at most `count` colors, each `0x00RRGGBB`.
    ///
    /// - Parameters:
    ///   - colors: The colors and their weights.
    ///   - count: The largest number of colors to return.
    static func palette(of colors: [WeightedColor], count: Int) -> [UInt32] {
        guard !colors.isEmpty else { return [0] }
        var groups = [Group(colors[...])]
        while groups.count < count {
            guard let widest = groups.indices.max(by: { groups[$0].spread.sum() < groups[$1].spread.sum() }),
                groups[widest].spread.sum() > 0
            else { break }
            let (low, high) = split(groups[widest])
            groups[widest] = low
            groups.append(high)
        }
        var means = groups.map(\.mean)
        // With one group per color there is nothing to refine.
        if groups.count < colors.count {
            for _ in 0..<rounds { means = evened(means, colors) }
        }
        return Array(Set(means.map(packed))).sorted()
    }

    private static func split(_ group: Group) -> (Group, Group) {
        var axis = 0
        for channel in 1...2 where group.spread[channel] > group.spread[axis] { axis = channel }
        var colors = Array(group.colors)
        let border = colors.partition { $0.channels[axis] > group.mean[axis] }
        // Rounding may put the mean on the largest value.
        let cut = min(max(border, 1), colors.count - 1)
        if cut != border { colors.sort { $0.channels[axis] < $1.channels[axis] } }
        return (Group(colors[..<cut]), Group(colors[cut...]))
    }

    private static func evened(_ means: [SIMD3<Float>], _ colors: [WeightedColor]) -> [SIMD3<Float>] {
        var members = [(sum: SIMD3<Float>, weight: Float)](repeating: (SIMD3(), 0), count: means.count)
        for color in colors {
            let index = nearest(to: color.channels, in: means)
            members[index].sum += color.channels * color.weight
            members[index].weight += color.weight
        }
        return zip(means, members).map { mean, member in member.weight > 0 ? member.sum / member.weight : mean }
    }

    private static func nearest(to color: SIMD3<Float>, in means: [SIMD3<Float>]) -> Int {
        var best = (index: 0, distance: Float.infinity)
        for index in means.indices {
            let difference = means[index] - color
            let distance = (difference * difference).sum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    private static func mean(of colors: ArraySlice<WeightedColor>) -> SIMD3<Float> {
        guard let first = colors.first else { return SIMD3() }
        // Summing differences from the first color keeps the mean of equal colors exact.
        var (offset, weight) = (SIMD3<Float>(), Float(0))
        for color in colors {
            offset += (color.channels - first.channels) * color.weight
            weight += color.weight
        }
        return first.channels + offset / weight
    }

    private static func packed(_ color: SIMD3<Float>) -> UInt32 {
        func channel(_ value: Float) -> UInt32 { UInt32(min(max(value.rounded(), 0), 255)) }
        return channel(color.x) << 16 | channel(color.y) << 8 | channel(color.z)
    }
}

/// A color and the number of pixels that have it.
struct WeightedColor {
    /// Red, green and blue, from 0 to 255.
    var channels: SIMD3<Float>
    /// The number of pixels; positive.
    var weight: Float
}
