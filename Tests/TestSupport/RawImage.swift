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

    /// The first channel of one pixel, without the cost of an array.
    package func level(_ x: Int, _ y: Int) -> Int { Int(bytes[bytes.startIndex + (y * width + x) * channels]) }

    /// The rounded mean of each channel over a rectangle of pixels.
    package func mean(x: Int, y: Int, width: Int, height: Int) -> [Int] {
        var sums = [Int](repeating: 0, count: channels)
        // The tests are compiled without optimization, so an array for each pixel would take long.
        for row in y..<y + height {
            var place = bytes.startIndex + (row * self.width + x) * channels
            let end = place + width * channels
            while place < end {
                for channel in sums.indices { sums[channel] += Int(bytes[place + channel]) }
                place += channels
            }
        }
        let count = width * height
        return sums.map { ($0 + count / 2) / count }
    }
}
