import Encoder
import Frames
import Testing

/// Pictures as planes.
@Suite("Planes of pictures")
struct PixelPlanesTests {
    /// A picture of one color.
    private static func picture(_ size: PixelSize, blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8? = nil)
        -> PixelBuffer
    {
        let pixels = PixelBuffer(size: size, hasAlpha: alpha != nil)
        unsafe pixels.withMutableBytes { bytes in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let start = row * pixels.stride + column * 4
                    unsafe (bytes[start], bytes[start + 1], bytes[start + 2]) = (blue, green, red)
                    unsafe bytes[start + 3] = alpha ?? 0
                }
            }
        }
        return pixels
    }

    private static func isClose(_ bytes: [UInt8], _ expected: [UInt8]) -> Bool {
        zip(bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    @Test("Red becomes BT.709's values, in planes of the format's sizes", arguments: PixelPlanes.Format.allCases)
    func red(format: PixelPlanes.Format) throws {
        let picture = Self.picture(PixelSize(width: 64, height: 32), blue: 0, green: 0, red: 255)
        let planes = try PixelPlanes(picture, as: format).planes
        // ITU-R BT.709-6, section 3: 16 + 219 * 0.2126, 128 - 112 * 0.2126 / 0.9278, 240.
        let (y, u, v): (UInt8, UInt8, UInt8) = (63, 102, 240)
        let sizes = planes.map { [$0.width, $0.height, $0.bytesPerRow, $0.bytes.count] }
        switch format {
        case .yuv420p: #expect(sizes == [[64, 32, 64, 2048], [32, 16, 32, 512], [32, 16, 32, 512]])
        case .nv12: #expect(sizes == [[64, 32, 64, 2048], [32, 16, 64, 1024]])
        case .yuv444p: #expect(sizes == [[64, 32, 64, 2048], [64, 32, 64, 2048], [64, 32, 64, 2048]])
        }
        #expect(Self.isClose(planes[0].bytes, [UInt8](repeating: y, count: 2048)))
        if format == .nv12 {
            #expect(Self.isClose(planes[1].bytes, (0..<1024).map { $0 % 2 == 0 ? u : v }))
        } else {
            #expect(Self.isClose(planes[1].bytes, [UInt8](repeating: u, count: planes[1].bytes.count)))
            #expect(Self.isClose(planes[2].bytes, [UInt8](repeating: v, count: planes[2].bytes.count)))
        }
    }

    @Test("Odd sizes are padded, and transparent areas are black", arguments: PixelPlanes.Format.allCases)
    func edges(format: PixelPlanes.Format) throws {
        let white = Self.picture(PixelSize(width: 33, height: 17), blue: 255, green: 255, red: 255)
        let padded = try PixelPlanes(white, as: format)
        #expect(padded.size == PixelSize(width: 34, height: 18))
        #expect(Self.isClose(padded.planes[0].bytes, [UInt8](repeating: 235, count: 34 * 18)))
        let half = Self.picture(PixelSize(width: 33, height: 17), blue: 0, green: 0, red: 0, alpha: 128)
        let black = try PixelPlanes(half, as: format)
        #expect(Self.isClose(black.planes[0].bytes, [UInt8](repeating: 16, count: 34 * 18)))
    }
}
