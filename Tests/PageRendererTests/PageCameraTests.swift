import EngineLink
import Frames
import Glibc
import Testing

@testable import PageRenderer

@Suite("The camera over a page")
@MainActor
struct PageCameraTests {
    private static let size = PixelSize(width: 400, height: 200)
    private let start = PageInstant.realNow

    private func view(_ camera: PageCamera, after milliseconds: Int) -> CameraView {
        camera.view(at: start.advanced(by: .milliseconds(milliseconds)))
    }

    @Test("It moves from the whole view to a part and back, and a point keeps its place")
    func motion() {
        let camera = PageCamera(Self.size, following: nil)
        #expect(view(camera, after: 0) == .whole)
        camera.move(
            to: ViewRect(x: 90, y: 40, width: 20, height: 20), zoom: 2, from: start, over: .milliseconds(500))
        #expect(view(camera, after: 0) == .whole)
        let goal = CameraView(origin: ViewPoint(x: 0, y: 0), zoom: 2)
        #expect(view(camera, after: 500) == goal)
        var last = 1.0
        for time in stride(from: 20, through: 480, by: 20) {
            let view = view(camera, after: time)
            #expect(view.zoom > last && view.zoom < 2)
            // The corner is at its place all the time.
            #expect(view.origin == ViewPoint(x: 0, y: 0))
            last = view.zoom
        }
        // Halfway in time is halfway in zoom: the square root.
        #expect(abs(view(camera, after: 250).zoom - 2.0.squareRoot()) < 1e-9)
        camera.move(zoom: 1, from: start.advanced(by: .milliseconds(600)), over: .milliseconds(200))
        #expect(view(camera, after: 600) == goal)
        #expect(view(camera, after: 800) == .whole)
        #expect(view(camera, after: 450).zoom > 1.5, "what was before is still known")
    }

    @Test("A motion that is interrupted goes on from where it is")
    func interrupted() {
        let camera = PageCamera(Self.size, following: nil)
        let box = ViewRect(x: 300, y: 100, width: 10, height: 10)
        camera.move(to: box, zoom: 3, from: start, over: .milliseconds(400))
        let middle = view(camera, after: 200)
        camera.move(zoom: 1, from: start.advanced(by: .milliseconds(200)), over: .milliseconds(400))
        #expect(view(camera, after: 200) == middle)
        #expect(view(camera, after: 600) == .whole)
    }

    @Test("It shows nothing beyond the view, and all of an element that does not fit")
    func bounds() {
        for (box, zoom, expected) in [
            (
                ViewRect(x: 390, y: 190, width: 10, height: 10), 4.0,
                CameraView(origin: ViewPoint(x: 300, y: 150), zoom: 4)
            ),
            (ViewRect(x: 0, y: 0, width: 400, height: 20), 4.0, .whole),
            // 100 of 180 rows: nine tenths of 200.
            (
                ViewRect(x: 150, y: 50, width: 100, height: 100), 4.0,
                CameraView(
                    around: ViewPoint(x: 200, y: 100), zoom: 1.8, in: ViewRect(x: 0, y: 0, width: 400, height: 200))
            ),
        ] {
            let camera = PageCamera(Self.size, following: nil)
            camera.move(to: box, zoom: zoom, from: start, over: .zero)
            let view = view(camera, after: 0)
            #expect(abs(view.zoom - expected.zoom) < 1e-9 && abs(view.origin.x - expected.origin.x) < 1e-9)
            #expect(abs(view.origin.y - expected.origin.y) < 1e-9)
        }
    }

    @Test("It moves to keep the pointer in the picture, and back")
    func following() {
        let display = InputDisplay()
        let camera = PageCamera(Self.size, following: display)
        camera.move(to: ViewRect(x: 200, y: 100, width: 0, height: 0), zoom: 2, from: start, over: .zero)
        let planned = CameraView(origin: ViewPoint(x: 100, y: 50), zoom: 2)
        for (time, x, left) in [(0, 200.0, 100.0), (100, 320, 150), (200, 400, 200), (300, 0, 0), (400, 200, 100)] {
            let pointer = OverlayState.Pointer(at: ViewPoint(x: x, y: 100))
            display.showPointer(pointer, isHidden: x == 320, at: start.advanced(by: .milliseconds(time)))
            let view = view(camera, after: time)
            #expect(abs(view.origin.x - left) < 1e-9 && view.origin.y == planned.origin.y, "\(view)")
        }
        #expect(view(camera, after: 400) == planned)
    }

    @Test("A pointer at rest elsewhere does not keep it from an element; one that moves draws it near without a jump")
    func restingPointer() {
        let display = InputDisplay()
        let camera = PageCamera(Self.size, following: display)
        display.showPointer(OverlayState.Pointer(at: ViewPoint(x: 10, y: 100)), isHidden: false, at: start)
        let zoomed = start.advanced(by: .milliseconds(100))
        camera.move(to: ViewRect(x: 300, y: 100, width: 0, height: 0), zoom: 2, from: zoomed, over: .zero)
        let planned = view(camera, after: 100)
        #expect(planned.origin.x == 200)
        var last = planned.origin.x
        for step in 1...20 {
            let pointer = OverlayState.Pointer(at: ViewPoint(x: 10 + 8 * Double(step), y: 100))
            display.showPointer(pointer, isHidden: false, at: start.advanced(by: .milliseconds(100 + step * 10)))
            let left = view(camera, after: 100 + step * 10).origin.x
            #expect(abs(left - last) < 30, "\(step): \(last), \(left)")
            last = left
        }
        #expect(last <= 140)
    }

    // MARK: Pixels

    /// A picture of numbers that any mistake changes.
    private static func picture(_ width: Int, _ height: Int) -> PixelBuffer {
        let picture = PixelBuffer(size: PixelSize(width: width, height: height), hasAlpha: true)
        unsafe picture.withMutableBytes { bytes in
            for y in 0..<height {
                for x in 0..<width * 4 {
                    unsafe bytes[y * picture.stride + x] = UInt8((x * x * 31 + y * 57 + x * y) % 256)
                }
            }
        }
        return picture
    }

    private static func channel(_ picture: PixelBuffer, _ x: Int, _ y: Int, _ channel: Int) -> Double {
        let (x, y) = (min(max(x, 0), picture.size.width - 1), min(max(y, 0), picture.size.height - 1))
        return unsafe picture.withBytes { unsafe Double($0[y * picture.stride + x * 4 + channel]) }
    }

    /// The average of what a pixel covers, in floating-point numbers.
    private static func average(_ picture: PixelBuffer, _ x: Double, _ y: Double, _ side: Double, _ channel: Int)
        -> Double
    {
        var (sum, area) = (0.0, 0.0)
        for row in Int(y.rounded(.down))...Int((y + side).rounded(.down)) {
            for column in Int(x.rounded(.down))...Int((x + side).rounded(.down)) {
                let width = max(0, min(x + side, Double(column + 1)) - max(x, Double(column)))
                let height = max(0, min(y + side, Double(row + 1)) - max(y, Double(row)))
                sum += width * height * Self.channel(picture, column, row, channel)
                area += width * height
            }
        }
        return sum / area
    }

    @Test("A frame's pixel is the average of what it covers in the page's picture")
    func averages() {
        for (size, frame, x, y, ratio) in [
            ((64, 48), (32, 24), 0.0, 0.0, 2.0), ((64, 48), (32, 24), 7.25, 3.5, 1.5),
            ((64, 48), (32, 24), 31.6, 23.3, 1.0),
            ((96, 72), (32, 24), 0.0, 0.0, 3.0), ((96, 72), (32, 24), 3.1, 4.9, 2.6180339),
            ((96, 72), (32, 24), 64, 48, 1),
            ((63, 47), (32, 24), 0, 0, 2), ((128, 96), (32, 24), 0, 0, 4),
        ] {
            let picture = Self.picture(size.0, size.1)
            let result = PixelBuffer(size: PixelSize(width: frame.0, height: frame.1), hasAlpha: true)
            PageResampler.draw(picture, x: x, y: y, ratio: ratio, on: result)
            var largest = 0.0
            for row in 0..<frame.1 {
                for column in 0..<frame.0 {
                    for channel in 0..<4 {
                        let expected = Self.average(
                            picture, x + Double(column) * ratio, y + Double(row) * ratio, ratio, channel)
                        largest = max(largest, abs(Self.channel(result, column, row, channel) - expected))
                    }
                }
            }
            #expect(largest <= 0.6, "\(size) at \(x), \(y), ratio \(ratio): \(largest)")
        }
    }

    @Test("An even area keeps its color at every ratio")
    func even() {
        let picture = PixelBuffer(size: PixelSize(width: 80, height: 60), hasAlpha: true)
        _ = unsafe picture.withMutableBytes { unsafe $0.initializeMemory(as: UInt8.self, repeating: 255) }
        for step in 0...100 {
            let ratio = 1 + Double(step) / 100
            let result = PixelBuffer(size: PixelSize(width: 40, height: 30), hasAlpha: true)
            PageResampler.draw(picture, x: Double(step) / 101, y: 0.3, ratio: ratio, on: result)
            let isEven = unsafe result.withBytes { bytes in
                (0..<30).allSatisfy { row in
                    unsafe bytes[row * result.stride..<row * result.stride + 160].allSatisfy { $0 == 255 }
                }
            }
            #expect(isEven, "ratio \(ratio)")
        }
    }
}
