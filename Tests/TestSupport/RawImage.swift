/// One decoded picture, or a part of one, as plain bytes.
package struct RawImage: Sendable {
    package let width: Int
    package let height: Int
    /// Bytes per pixel: 1 for gray, 3 for RGB.
    package let channels: Int
    package let bytes: ArraySlice<UInt8>

    package init(width: Int, height: Int, channels: Int, bytes: ArraySlice<UInt8>) {
        self.width = width
        self.height = height
        self.channels = channels
        self.bytes = bytes
    }

    /// The channels of one pixel.
    package func pixel(_ x: Int, _ y: Int) -> [Int] {
        let start = bytes.startIndex + (y * width + x) * channels
        return bytes[start..<start + channels].map(Int.init)
    }

    /// The rounded mean of each channel over a rectangle of pixels.
    package func mean(x: Int, y: Int, width: Int, height: Int) -> [Int] {
        var sums = [Int](repeating: 0, count: channels)
        for row in y..<y + height {
            for column in x..<x + width {
                for (channel, value) in pixel(column, row).enumerated() { sums[channel] += value }
            }
        }
        let count = width * height
        return sums.map { ($0 + count / 2) / count }
    }
}
