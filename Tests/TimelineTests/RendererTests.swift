import Composition
import Encoder
import Frames
import TestSupport
import Testing

@testable import Timeline

/// Pictures that identify their clip and moment.
///
/// Red is the first letter of the clip's name, green the moment's frame.
private final class NumberedSource: PictureSource {
    let size: PixelSize
    let red: UInt32

    init(of clip: PlannedClip, size: PixelSize) {
        self.size = size
        red = UInt32(clip.name.utf8.first ?? 0)
    }

    func picture(at time: Duration) -> PixelBuffer {
        // The timeline rounds down.
        let frame = FrameRate.thirty.frame(at: time + .nanoseconds(1))
        return PixelBuffer.flat(size, red << 16 | UInt32(frame) << 8)
    }
}

extension PixelBuffer {
    static func flat(_ size: PixelSize, _ pixel: UInt32) -> PixelBuffer {
        let pixels = PixelBuffer(size: size)
        unsafe pixels.withMutableBytes { bytes in
            for offset in Swift.stride(from: 0, to: bytes.count, by: 4) {
                unsafe bytes.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
            }
        }
        return pixels
    }

    subscript(x: Int, y: Int) -> UInt32 {
        unsafe withBytes { unsafe $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) & 0xff_ffff }
    }
}

@Suite struct RendererTests {
    private let size = PixelSize(width: 64, height: 36)

    private func clip(
        _ name: String, _ frames: Range<Int>, fit: Fit = .contain, frame: PixelRectangle? = nil,
        transition: Transition? = nil, _ change: (inout PlannedClip) -> Void = { _ in }
    ) -> PlannedClip {
        var clip = PlannedClip(
            name: name, source: .color(.black), playback: Playback(), frames: frames,
            layout: Layout(
                fit: fit, frame: frame ?? PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)),
            transition: transition)
        change(&clip)
        return clip
    }

    private func renderer(
        _ clips: [PlannedClip], overlays: [PlannedClip] = [], effects: [Effect] = [], pictures: PixelSize? = nil
    ) -> TimelineRenderer {
        var plan = TimelinePlan(size: size, background: Color(red: 1, green: 2, blue: 3), frameRate: .thirty)
        (plan.clips, plan.overlays, plan.effects) = (clips, overlays, effects)
        return TimelineRenderer(plan) { [size] in NumberedSource(of: $0, size: pictures ?? size) }
    }

    /// A pixel of clip `A`, at a frame.
    private func a(_ frame: Int) -> UInt32 { 0x410000 | UInt32(frame) << 8 }
    private func b(_ frame: Int) -> UInt32 { 0x420000 | UInt32(frame) << 8 }

    @Test func clipsFollowEachOther() throws {
        let renderer = renderer([clip("A", 0..<10), clip("B", 10..<20)])
        for frame in 0..<10 { #expect(try renderer.picture(at: frame)[5, 5] == a(frame)) }
        for frame in 10..<20 { #expect(try renderer.picture(at: frame)[5, 5] == b(frame - 10)) }
        // Backward too.
        for frame in [19, 0, 9, 10, 3] {
            #expect(try renderer.picture(at: frame)[5, 5] == (frame < 10 ? a(frame) : b(frame - 10)))
        }
        #expect(try renderer.picture(at: 20)[5, 5] == 0x010203)
    }

    @Test func unchangedPicturesAreNotCopied() throws {
        var plan = TimelinePlan(size: size, background: .black, frameRate: .thirty)
        plan.clips = [clip("A", 0..<3) { $0.source = .color(Color(red: 9, green: 8, blue: 7)) }]
        let renderer = TimelineRenderer(plan)
        let first = try renderer.picture(at: 0)
        #expect(first[0, 0] == 0x090807)
        #expect(try renderer.picture(at: 1) === first)
    }

    @Test func aFadeMixesTheFramesThatBothShow() throws {
        let fade = Transition(.fade, frameCount: 5)
        let renderer = renderer([clip("A", 0..<10, transition: fade), clip("B", 5..<20)])
        #expect(try renderer.picture(at: 4)[1, 1] == a(4))
        for (frame, part) in [(5, 0.1), (7, 0.5), (9, 0.9)] {
            let green = Double(frame) * (1 - part) + Double(frame - 5) * part
            let pixel = try renderer.picture(at: frame)[1, 1]
            #expect(abs(Double(pixel >> 8 & 0xff) - green) <= 0.5)
            #expect(pixel >> 16 == (part < 0.5 ? 0x41 : 0x42))
        }
        #expect(try renderer.picture(at: 10)[1, 1] == b(5))
    }

    @Test(arguments: [
        (Fit.contain, [0x010203, 0x410000, 0x410000, 0x010203]), (.cover, [0x410000, 0x410000, 0x410000, 0x410000]),
        (.stretch, [0x410000, 0x410000, 0x410000, 0x410000]), (.blur, [0x410000, 0x410000, 0x410000, 0x410000]),
    ])
    func pictureIsFittedIntoItsFrame(_ fit: Fit, _ pixels: [UInt32]) throws {
        // A square in a frame of 32x16 at 8,4: 16x16 in its middle.
        let frame = PixelRectangle(x: 8, y: 4, width: 32, height: 16)
        let renderer = renderer(
            [clip("A", 0..<1, fit: fit, frame: frame)], pictures: PixelSize(width: 100, height: 100))
        let picture = try renderer.picture(at: 0)
        #expect([8, 16, 31, 39].map { picture[$0, 4] } == pixels)
        #expect([(7, 4), (40, 4), (20, 3), (20, 20)].allSatisfy { picture[$0.0, $0.1] == 0x010203 })
        #expect(picture[20, 19] == 0x410000)
    }

    @Test func overlaysCoverTheMainChannelAndFade() throws {
        let frame = PixelRectangle(x: 60, y: 30, width: 8, height: 8)
        let overlay = clip("B", 2..<6, fit: .stretch, frame: frame) { $0.layout.fadeIn = 2 }
        let renderer = renderer([clip("A", 0..<8)], overlays: [overlay])
        #expect(try renderer.picture(at: 1)[62, 33] == a(1))
        // A quarter of the overlay's first frame.
        let mixed = try renderer.picture(at: 2)[62, 33]
        #expect(mixed >> 8 & 0xff == 2 || mixed >> 8 & 0xff == 1)
        #expect(try renderer.picture(at: 4)[62, 33] == b(2))
        #expect(try renderer.picture(at: 4)[59, 33] == a(4))
        #expect(try renderer.picture(at: 6)[62, 33] == a(6))
    }

    @Test func keyFramesMoveTurnAndScale() throws {
        var key = KeyFrame(frame: 10)
        (key.x, key.scale, key.rotation) = (20, 2, 90)
        var start = KeyFrame(frame: 0)
        (start.x, start.scale, start.rotation) = (0, 1, 0)
        let frame = PixelRectangle(x: 10, y: 10, width: 12, height: 4)
        let overlay = clip("B", 0..<20, fit: .stretch, frame: frame) { $0.layout.keyFrames = [start, key] }
        let renderer = renderer([clip("A", 0..<20)], overlays: [overlay])
        let first = try renderer.picture(at: 0)
        #expect(first[10, 10] == b(0) && first[21, 13] == b(0) && first[22, 13] == a(0))
        // 24x8 rotated is 8x24 about (36, 12).
        let last = try renderer.picture(at: 15)
        #expect(last[32, 1] == b(15) && last[39, 22] == b(15))
        #expect(last[31, 12] == a(15) && last[40, 12] == a(15) && last[36, 24] == a(15))
    }

    @Test func aMatrixChangesTheShapeAboutTheMiddle() throws {
        let frame = PixelRectangle(x: 20, y: 10, width: 8, height: 8)
        func picture(_ matrix: LinearMap) throws -> PixelBuffer {
            let overlay = clip("B", 0..<1, fit: .stretch, frame: frame) { $0.layout.matrix = matrix }
            return try renderer([clip("A", 0..<1)], overlays: [overlay]).picture(at: 0)
        }
        // Half as wide, twice as high: 22 to 26, 6 to 22.
        let slim = try picture(LinearMap(a: 0.5, b: 0, c: 0, d: 2))
        #expect([(22, 6), (25, 21), (22, 21)].allSatisfy { slim[$0.0, $0.1] == b(0) })
        #expect([(21, 14), (26, 14), (24, 5), (24, 22)].allSatisfy { slim[$0.0, $0.1] == a(0) })
        // Each row is shifted right by its distance below the center.
        let slanted = try picture(LinearMap(a: 1, b: 0, c: 1, d: 1))
        for row in 10..<18 {
            let left = 20 + row - 14
            #expect(slanted[left + 1, row] == b(0) && slanted[left + 7, row] == b(0))
            #expect(slanted[left - 1, row] == a(0) && slanted[left + 9, row] == a(0))
        }
        // A degenerate line is invisible.
        #expect(try picture(LinearMap(a: 1, b: 0, c: 0, d: 0))[24, 14] == a(0))
    }

    @Test func effectsApplyToAClipOrToAll() throws {
        let gray = clip("A", 0..<4) { $0.layout.effects = [.saturation(0)] }
        #expect(try renderer([gray]).picture(at: 0)[3, 3] == 0x0e0e0e)
        #expect(try renderer([clip("A", 0..<4)], effects: [.brightness(0.2)]).picture(at: 0)[3, 3] == 0x743333)
    }

    @Test func speedAndReverseApplyToTheSource() throws {
        let fast = clip("A", 0..<5) { $0.playback = Playback(start: .seconds(1), speed: 2) }
        let fastFrames = renderer([fast])
        #expect(try (0..<5).map { try fastFrames.picture(at: $0)[0, 0] >> 8 & 0xff } == [30, 32, 34, 36, 38])
        let backwards = renderer([clip("A", 0..<5) { $0.playback.isReversed = true }])
        #expect(try (0..<5).map { try backwards.picture(at: $0)[0, 0] >> 8 & 0xff } == [4, 3, 2, 1, 0])
    }
}
