import EngineLink
import Frames
import Testing

@testable import PageRenderer

@Suite("Frames of a page with what is seen over it")
@MainActor
struct FrameOverlayTests {
    private static let size = PixelSize(width: 320, height: 200)
    private let start = PageInstant.realNow

    private func instant(_ milliseconds: Int) -> PageInstant { start.advanced(by: .milliseconds(milliseconds)) }

    /// A page whose picture is a texture that depends on a number.
    private func draw(_ number: Int, on picture: PixelBuffer) {
        unsafe picture.withMutableBytes { bytes in
            for index in bytes.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: index &* (31 + number) >> 3) }
        }
    }

    private func bytes(_ picture: PixelBuffer) -> [UInt8] { unsafe picture.withBytes { unsafe Array($0) } }

    /// Shows a pointer that goes through the frame and beyond its edge, clicks, keys, a caption and a highlight.
    private func show(on display: InputDisplay) {
        for step in 0..<40 {
            let place = ViewPoint(x: Double(step) * 9 - 10, y: Double(step) * 5)
            display.showPointer(
                OverlayState.Pointer(at: place, isPressed: step == 20), isHidden: step % 9 == 8, at: instant(step * 33))
        }
        display.showClick(around: ViewPoint(x: 170, y: 90), at: instant(600))
        display.showKeys(["Control", "A"], at: instant(100))
        display.showCaption("A caption over the pointer", from: instant(200), for: .milliseconds(700))
        _ = display.showHighlight(
            ViewRect(x: 60, y: 30, width: 200, height: 120), from: instant(300), for: .milliseconds(800))
    }

    @Test(
        "Each frame has the page's last picture below, whatever the frames before it showed", arguments: [false, true])
    func sequence(isShared: Bool) throws {
        var plan = TakePlan(page: try PageAddress("https://app.example/"))
        plan.options.size = Self.size
        plan.pointer = PointerStyle()
        plan.pointer?.showsKeys = true
        let display = InputDisplay()
        let overlay = FrameOverlay(plan, display: display, camera: PageCamera(Self.size, following: display))
        show(on: display)
        let pool =
            if isShared {
                try SharedFrames(size: Self.size, hasAlpha: false, count: 5).pool()
            } else {
                PixelBufferPool(size: Self.size, capacity: 3)
            }
        // The encoder still has the frame before.
        var (before, number, made): (PixelBuffer?, Int, Int) = (nil, 0, 0)
        var fewest = Int.max
        var known = 0
        for time in stride(from: 0, to: 1300, by: 33) {
            // A picture of a step takes memory too.
            if time % 7 == 0, let other = pool.take() { draw(99, on: other) }
            if time % 5 == 0 || !overlay.hasPage {
                number += 1
                let picture = try #require(overlay.pageMemory ?? pool.take())
                draw(number, on: picture)
                overlay.setPage(picture, changedIn: RangeSet(0..<Self.size.height))
            }
            guard overlay.differs(at: instant(time)) else { continue }
            let old = before.map(bytes)
            let frame = try #require(overlay.frame(at: instant(time), from: pool))
            let expected = PixelBuffer(size: Self.size)
            overlay.compose(into: expected, at: instant(time)) { draw(number, on: $0) }
            #expect(bytes(frame) == bytes(expected), "the frame at \(time) ms")
            #expect(before.map(bytes) == old, "a frame is never changed")
            if frame.predecessor != nil { known += 1 }
            let rows = overlay.takeChangedRows()
            if let old {
                let (new, length) = (bytes(frame), Self.size.width * 4)
                let differing = (0..<Self.size.height).filter {
                    old[$0 * length..<($0 + 1) * length] != new[$0 * length..<($0 + 1) * length]
                }
                #expect(differing.allSatisfy { rows.contains($0) }, "\(rows) at \(time) ms")
                if time % 5 != 0 { fewest = min(fewest, rows.ranges.reduce(0) { $0 + $1.count }) }
            } else {
                #expect(rows == RangeSet(0..<Self.size.height))
            }
            (before, made) = (frame, made + 1)
        }
        #expect(made > 30 && number > 5 && (known > 0) == isShared)
        #expect(fewest < Self.size.height / 2, "a pointer that moves changes a part of the frame")
    }

    @Test("A frame that cannot be made for lack of memory comes later")
    func memory() throws {
        var plan = TakePlan(page: try PageAddress("https://app.example/"))
        plan.options.size = Self.size
        plan.pointer = PointerStyle()
        let display = InputDisplay()
        let overlay = FrameOverlay(plan, display: display, camera: PageCamera(Self.size, following: display))
        show(on: display)
        let pool = PixelBufferPool(size: Self.size, capacity: 2)
        let picture = try #require(pool.take())
        draw(1, on: picture)
        overlay.setPage(picture, changedIn: RangeSet(0..<Self.size.height))
        let first = try #require(overlay.frame(at: instant(0), from: pool))
        #expect(first === picture, "the page's picture is not copied")
        var taken = pool.take()
        #expect(taken != nil)
        #expect(overlay.frame(at: instant(400), from: pool) == nil)
        #expect(overlay.differs(at: instant(400)))
        taken = nil
        let second = try #require(overlay.frame(at: instant(400), from: pool))
        let expected = PixelBuffer(size: Self.size)
        overlay.compose(into: expected, at: instant(400)) { draw(1, on: $0) }
        #expect(bytes(second) == bytes(expected))
    }
}
