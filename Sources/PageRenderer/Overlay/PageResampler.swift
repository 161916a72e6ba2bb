internal import Frames

/// Makes frames of parts of a page's picture that has more pixels than the frame.
///
/// Each pixel of the frame is the average of what it covers in the picture, where every pixel counts in proportion to its
/// covered area (a box filter). A part that has the frame's size and begins at whole pixels is copied.
enum PageResampler {
    /// The sum of a pixel's weights along one axis.
    ///
    /// The product for both axes and 255 fits into 32 bits, with the half that is added for rounding.
    private static let unit = 4096

    /// Draws a part of a picture.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - x: The left edge of the part, in pixels of the picture.
    ///   - y: The upper edge.
    ///   - ratio: The pixels of the picture per pixel of the frame, along each axis; at least 1.
    ///   - frame: Memory for the frame, with transparency if the picture has it.
    static func draw(_ source: PixelBuffer, x: Double, y: Double, ratio: Double, on frame: PixelBuffer) {
        let (column, row) = (Int(x.rounded()), Int(y.rounded()))
        let isCopy =
            ratio == 1 && x == Double(column) && y == Double(row) && column + frame.size.width <= source.size.width
            && row + frame.size.height <= source.size.height
        unsafe source.withBytes { from in
            unsafe frame.withMutableBytes { to in
                guard let from = from.baseAddress, let to = to.baseAddress else { return }
                if isCopy {
                    for line in 0..<frame.size.height {
                        unsafe (to + line * frame.stride).copyMemory(
                            from: from + (row + line) * source.stride + column * 4, byteCount: frame.size.width * 4)
                    }
                } else {
                    let columns = Axis(frame.size.width, from: x, ratio: ratio, of: source.size.width)
                    let rows = Axis(frame.size.height, from: y, ratio: ratio, of: source.size.height)
                    unsafe average(
                        from.assumingMemoryBound(to: UInt8.self), source.stride, columns, rows,
                        on: to.assumingMemoryBound(to: UInt8.self), frame.stride)
                }
            }
        }
    }

    /// Which pixels of the picture each pixel of the frame covers along one axis, and their weights.
    private struct Axis {
        /// The number of weights per pixel; some are 0.
        let taps: Int
        /// The first covered pixel of each pixel.
        let first: [Int]
        let weights: [UInt32]

        /// - Parameters:
        ///   - count: The pixels of the frame.
        ///   - start: Where the first of them begins, in pixels of the picture.
        ///   - ratio: How many pixels of the picture it covers.
        ///   - sourceCount: The pixels of the picture.
        init(_ count: Int, from start: Double, ratio: Double, of sourceCount: Int) {
            let taps = min(Int(ratio.rounded(.up)) + 1, sourceCount)
            var (places, weights): ([Int], [UInt32]) = ([], [])
            for index in 0..<count {
                let low = start + Double(index) * ratio
                let first = min(max(Int(low.rounded(.down)), 0), sourceCount - taps)
                var parts = (0..<taps).map { tap in
                    let covered = min(low + ratio, Double(first + tap + 1)) - max(low, Double(first + tap))
                    return Int((max(0, covered) / ratio * Double(unit)).rounded())
                }
                // The weights add up exactly, so that even areas keep their color. What is outside of the picture is like
                // its edge.
                let heaviest = parts.indices.max { parts[$0] < parts[$1] } ?? 0
                parts[parts[heaviest] > 0 || first == 0 ? heaviest : taps - 1] += unit - parts.reduce(0, +)
                places.append(first)
                weights += parts.map { UInt32($0) }
            }
            (self.taps, first, self.weights) = (taps, places, weights)
        }
    }

    /// Averages first the rows that a row of the frame covers, and then in them the columns.
    private static func average(
        _ from: UnsafePointer<UInt8>, _ fromStride: Int, _ columns: Axis, _ rows: Axis,
        on to: UnsafeMutablePointer<UInt8>, _ toStride: Int
    ) {
        guard let left = columns.first.first, let right = columns.first.last.map({ $0 + columns.taps }) else { return }
        let count = (right - left) * 4
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        defer { unsafe sums.deallocate() }
        unsafe columns.first.withUnsafeBufferPointer { places in
            unsafe columns.weights.withUnsafeBufferPointer { weights in
                for (row, first) in rows.first.enumerated() {
                    unsafe sums.update(repeating: 0, count: count)
                    for tap in 0..<rows.taps {
                        let weight = rows.weights[row * rows.taps + tap]
                        guard weight > 0 else { continue }
                        let line = unsafe from + (first + tap) * fromStride + left * 4
                        for index in 0..<count { unsafe sums[index] &+= UInt32(line[index]) &* weight }
                    }
                    unsafe average(
                        sums, left: left, places, weights, taps: columns.taps, on: to + row * toStride)
                }
            }
        }
    }

    private static func average(
        _ sums: UnsafeMutablePointer<UInt32>, left: Int, _ places: UnsafeBufferPointer<Int>,
        _ weights: UnsafeBufferPointer<UInt32>, taps: Int, on line: UnsafeMutablePointer<UInt8>
    ) {
        for column in places.indices {
            var pixel = SIMD4<UInt32>(repeating: UInt32(unit * unit / 2))
            var sample = unsafe sums + (places[column] - left) * 4
            for tap in 0..<taps {
                unsafe pixel &+= SIMD4(sample[0], sample[1], sample[2], sample[3]) &* weights[column * taps + tap]
                unsafe sample += 4
            }
            // Divided by the square of the unit.
            pixel &>>= 24
            for channel in 0..<4 { unsafe line[column * 4 + channel] = UInt8(truncatingIfNeeded: pixel[channel]) }
        }
    }
}
