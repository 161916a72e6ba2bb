import Composition
import Encoder
import Frames
import TestSupport
import Testing

@testable import Timeline

/// A picture of 333 by 217 pixels with marked corners, on a canvas of 101 by 77.
@Suite struct FitTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("corners.png")
        let picture = Canvas(PixelBuffer(size: PixelSize(width: 333, height: 217)))
        picture.fill(Color(red: 255, green: 0, blue: 0))
        picture.draw(Color(red: 0, green: 255, blue: 0), in: PixelRectangle(x: 166, y: 0, width: 167, height: 108))
        picture.draw(Color(red: 0, green: 0, blue: 255), in: PixelRectangle(x: 0, y: 108, width: 166, height: 109))
        picture.draw(
            .init(red: 255, green: 255, blue: 255), in: PixelRectangle(x: 166, y: 108, width: 167, height: 109))
        try StillWriter.write(picture.pixels, to: path, overwrite: false)
    }

    /// The canvas with the picture in a frame.
    private func canvas(_ fit: Fit, in frame: PixelRectangle? = nil, of path: String? = nil) throws -> PixelBuffer {
        var plan = TimelinePlan(
            size: PixelSize(width: 101, height: 77), background: Color(red: 0x40, green: 0x40, blue: 0x40),
            frameRate: .thirty)
        plan.clips = [
            PlannedClip(
                name: "corners", source: .still(path: path ?? self.path), playback: Playback(), frames: 0..<1,
                layout: Layout(fit: fit, frame: frame ?? PixelRectangle(x: 0, y: 0, width: 101, height: 77)))
        ]
        return try TimelineRenderer(plan).picture(at: 0)
    }

    private func channels(_ pixel: UInt32) -> [Int] { [16, 8, 0].map { Int(pixel >> $0 & 0xff) } }

    private func expect(
        _ canvas: PixelBuffer, _ x: Int, _ y: Int, _ color: [Int], _ location: SourceLocation = #_sourceLocation
    ) {
        let seen = channels(canvas[x, y])
        #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 2 }, "\(seen) at \(x),\(y)", sourceLocation: location)
    }

    /// Expects the whole picture, as wide as the canvas.
    private func expectQuarters(_ canvas: PixelBuffer, rows: ClosedRange<Int>) {
        expect(canvas, 0, rows.lowerBound, [255, 0, 0])
        expect(canvas, 100, rows.lowerBound, [0, 255, 0])
        expect(canvas, 0, rows.upperBound, [0, 0, 255])
        expect(canvas, 100, rows.upperBound, [255, 255, 255])
        // The quarters meet in the middle: 166.5 * 101 / 333, and 108.5 * 66 / 217 below row 5.
        expect(canvas, 48, 36, [255, 0, 0])
        expect(canvas, 52, 40, [255, 255, 255])
    }

    @Test func contain() throws {
        let canvas = try canvas(.contain)
        for x in [0, 100] {
            for y in [4, 71] { expect(canvas, x, y, [0x40, 0x40, 0x40]) }
        }
        expectQuarters(canvas, rows: 5...70)
    }

    @Test(arguments: [Fit.cover, .stretch])
    func wholeFrame(fit: Fit) throws {
        expectQuarters(try canvas(fit), rows: 0...76)
    }

    @Test func blur() throws {
        let canvas = try canvas(.blur)
        expect(canvas, 0, 5, [255, 0, 0])
        expect(canvas, 100, 70, [255, 255, 255])
        // Behind it, the picture itself: red on the left, green on the right.
        let (left, right) = (channels(canvas[0, 0]), channels(canvas[100, 0]))
        #expect(left[0] > 120 && left[0] > left[1])
        #expect(right[1] > 120 && right[1] > right[0])
    }

    @Test func onlyTheFrameChanges() throws {
        let frame = PixelRectangle(x: 20, y: 10, width: 31, height: 51)
        let canvas = try canvas(.cover, in: frame)
        expect(canvas, 20, 10, [255, 0, 0])
        expect(canvas, 50, 60, [255, 255, 255])
        for (x, y) in [(19, 10), (20, 9), (51, 60), (50, 61)] { expect(canvas, x, y, [0x40, 0x40, 0x40]) }
    }

    @Test func longPicturesAreCroppedBeforeTheyAreScaled() throws {
        // Scaled as a whole, the picture would be 336,667 pixels high.
        let long = PixelBuffer(size: PixelSize(width: 3, height: 10_000))
        Canvas(long).fill(Color(red: 255, green: 0, blue: 0))
        Canvas(long).draw(Color(red: 0, green: 0, blue: 255), in: PixelRectangle(x: 0, y: 5000, width: 3, height: 5000))
        let path = folder.path("long.png")
        try StillWriter.write(long, to: path, overwrite: false)
        let canvas = try canvas(.cover, of: path)
        expect(canvas, 50, 20, [255, 0, 0])
        expect(canvas, 50, 60, [0, 0, 255])
    }
}
