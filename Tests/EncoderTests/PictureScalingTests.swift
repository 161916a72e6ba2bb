import Frames
import Testing

@testable import Encoder
@testable import LibAV

@Suite struct PictureScalingTests {
    private func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
        unsafe pixels.withBytes { unsafe $0.load(fromByteOffset: y * pixels.stride + x * 4, as: UInt32.self) }
            & 0xff_ffff
    }

    @Test(arguments: [
        (PixelSize(width: 333, height: 217), PixelSize(width: 101, height: 77)),
        (PixelSize(width: 31, height: 7), PixelSize(width: 101, height: 77)),
        (PixelSize(width: 1, height: 1), PixelSize(width: 5, height: 3)),
        (PixelSize(width: 4096, height: 2), PixelSize(width: 3, height: 1)),
    ])
    func oneColorStaysThatColor(from: PixelSize, to: PixelSize) throws {
        for color: UInt32 in [0xffffff, 0x000000, 0x336699, 0xff0000] {
            let scaled = try PictureScaling().scaled(try Pictures(from).flat(color), to: to)
            #expect(scaled.size == to)
            for (x, y) in [(0, 0), (to.width - 1, to.height - 1), (to.width / 2, to.height / 2)] {
                let seen = pixel(scaled, x, y)
                for shift: UInt32 in [0, 8, 16] {
                    #expect(abs(Int(seen >> shift & 0xff) - Int(color >> shift & 0xff)) <= 1)
                }
            }
        }
    }

    @Test func scalingAPartIgnoresItsSurroundings() throws {
        let picture = try Pictures(PixelSize(width: 40, height: 20)).picture { column, row in
            (10..<30).contains(column) && (5..<15).contains(row) ? 0x00ff00 : 0xff0000
        }
        let scaled = try PictureScaling().scaled(
            picture, columns: 10..<30, rows: 5..<15, to: PixelSize(width: 7, height: 3))
        for (x, y) in [(0, 0), (6, 0), (0, 2), (6, 2)] { #expect(pixel(scaled, x, y) >> 16 <= 1) }
    }
}
