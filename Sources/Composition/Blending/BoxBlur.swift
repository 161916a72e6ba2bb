public import Frames

/// Blurs a small picture: three means of neighbours one after the other, which
/// together are close to a Gaussian.
public enum BoxBlur {
    /// Blurs a picture in place; what is beyond an edge is as the edge.
    ///
    /// - Parameters:
    ///   - pixels: Not published yet.
    ///   - radius: Neighbours on each side that a pixel is averaged with.
    public static func apply(to pixels: PixelBuffer, radius: Int) {
        guard radius > 0 else { return }
        let (width, height) = (pixels.size.width, pixels.size.height)
        pixels.withMutableBytes { bytes in
            for _ in 0..<3 {
                for row in 0..<height { pass(bytes, row * pixels.stride, step: 4, count: width, radius) }
                for column in 0..<width { pass(bytes, column * 4, step: pixels.stride, count: height, radius) }
            }
        }
    }

    private static func pass(
        _ bytes: UnsafeMutableRawBufferPointer, _ start: Int, step: Int, count: Int, _ radius: Int
    ) {
        let size = 2 * radius + 1
        for channel in start..<start + 4 {
            let line = (0..<count).map { Int(bytes[channel + $0 * step]) }
            func value(_ index: Int) -> Int { line[min(max(index, 0), count - 1)] }
            var sum = (-radius...radius).reduce(0) { $0 + value($1) }
            for index in 0..<count {
                bytes[channel + index * step] = UInt8((sum + radius) / size)
                sum += value(index + radius + 1) - value(index - radius)
            }
        }
    }
}
