import Composition
import Frames
import Testing

@Suite struct FitGeometryTests {
    private let frame = PixelRectangle(x: 0, y: 0, width: 101, height: 77)

    @Test func containCentersTheWholePicture() {
        let wide = FitGeometry(.contain, picture: PixelSize(width: 333, height: 217), frame: frame)
        // 217 * 101 / 333 = 65.8.
        #expect(wide.whole == PixelRectangle(x: 0, y: 5, width: 101, height: 66))
        let high = FitGeometry(.contain, picture: PixelSize(width: 10, height: 77), frame: frame)
        #expect(high.whole == PixelRectangle(x: 45, y: 0, width: 10, height: 77))
    }

    @Test func aLinePictureKeepsAPixel() {
        let line = FitGeometry(.contain, picture: PixelSize(width: 10_000, height: 1), frame: frame)
        #expect(line.whole == PixelRectangle(x: 0, y: 38, width: 101, height: 1))
    }

    @Test func stretchTakesTheFrame() {
        let geometry = FitGeometry(.stretch, picture: PixelSize(width: 333, height: 217), frame: frame)
        #expect(geometry.whole == frame)
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
        // Both directions by the same factor, to a pixel of the canvas.
        let factor = max(101 / Double(picture.width), 77 / Double(picture.height))
        #expect(abs(Double(geometry.whole.width) - Double(picture.width) * factor) <= 1)
        #expect(abs(Double(geometry.whole.height) - Double(picture.height) * factor) <= 1)
        // The middle of the picture is in the middle of the frame.
        #expect(abs(2 * geometry.whole.x + geometry.whole.width - 101) <= 1)
        #expect(abs(2 * geometry.whole.y + geometry.whole.height - 77) <= 1)
        // Far ends of a long picture are dropped, equally on both sides.
        let part = Fit.cover.usefulPart(of: picture, in: frame)
        #expect(part.x * 2 + part.width == picture.width)
        #expect(part.y * 2 + part.height == picture.height)
        let useful = PixelSize(width: part.width, height: part.height)
        let cropped = FitGeometry(.cover, picture: useful, frame: frame)
        #expect(cropped.visible == frame)
        #expect(Double(cropped.whole.width) <= 2 * (101 + factor) + 2)
        #expect(Double(cropped.whole.height) <= 2 * (77 + factor) + 2)
    }
}
