import Composition
import Frames
import Testing

@Suite struct FitGeometryTests {
    private let frame = PixelRectangle(x: 0, y: 0, width: 101, height: 77)

    @Test func containCentersTheWholePicture() {
        let wide = FitGeometry(.contain, picture: PixelSize(width: 333, height: 217), frame: frame)
        // 217 * 101 / 333 = 65.8.
        #expect(wide.target == PixelRectangle(x: 0, y: 5, width: 101, height: 66))
        #expect(wide.source == PixelRectangle(x: 0, y: 0, width: 333, height: 217))
        let high = FitGeometry(.contain, picture: PixelSize(width: 10, height: 77), frame: frame)
        #expect(high.target == PixelRectangle(x: 45, y: 0, width: 10, height: 77))
    }

    @Test func aLinePictureKeepsAPixel() {
        let line = FitGeometry(.contain, picture: PixelSize(width: 10_000, height: 1), frame: frame)
        #expect(line.target == PixelRectangle(x: 0, y: 38, width: 101, height: 1))
    }

    @Test func stretchTakesTheFrame() {
        let geometry = FitGeometry(.stretch, picture: PixelSize(width: 333, height: 217), frame: frame)
        #expect(geometry.target == frame)
        #expect(geometry.visible == frame)
    }

    @Test(arguments: [
        PixelSize(width: 333, height: 217), PixelSize(width: 217, height: 333), PixelSize(width: 3, height: 2),
        PixelSize(width: 1, height: 1), PixelSize(width: 10_000, height: 100), PixelSize(width: 101, height: 77),
        PixelSize(width: 16_384, height: 1),
    ])
    func coverFillsTheFrameUndistorted(picture: PixelSize) {
        let geometry = FitGeometry(.cover, picture: picture, frame: frame)
        #expect(geometry.visible == frame)
        let (source, target) = (geometry.source, geometry.target)
        #expect(source.x >= 0 && source.x + source.width <= picture.width)
        #expect(source.y >= 0 && source.y + source.height <= picture.height)
        // The same factor in both directions, to a canvas pixel.
        let factor = max(101 / Double(picture.width), 77 / Double(picture.height))
        #expect(abs(Double(target.width) - Double(source.width) * factor) <= 1)
        #expect(abs(Double(target.height) - Double(source.height) * factor) <= 1)
        // The picture's center is at the frame's center.
        #expect(abs(2 * target.x + target.width - 101) <= 1)
        #expect(abs(2 * target.y + target.height - 77) <= 1)
        #expect(source.x * 2 + source.width == picture.width)
        #expect(source.y * 2 + source.height == picture.height)
        // The far ends of a long picture are not drawn.
        #expect(Double(target.width) <= 101 + 8 * max(1, factor))
    }
}
