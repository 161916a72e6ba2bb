import Composition
import Frames
import Testing

/// The pictures are 16 pixels wide and 8 high.
///
/// The outgoing one is red with its column as green, the incoming one blue with its row as green.
@Suite struct TransitionTests {
    private let width = 16
    private let height = 8
    private var from: PixelBuffer { PixelBuffer(width: width, height: height) { x, _ in 0xff0000 | UInt32(x) << 8 } }
    private var to: PixelBuffer { PixelBuffer(width: width, height: height) { _, y in 0x0000ff | UInt32(y) << 8 } }

    /// One frame of a transition that lasts some.
    private func draw(
        _ kind: Transition.Kind, _ direction: Transition.Direction = .left, easing: Easing = .linear, frame: Int,
        of count: Int
    ) -> PixelBuffer {
        let transition = Transition(kind, direction: direction, easing: easing, frameCount: count)
        let target = PixelBuffer(width: width, height: height) { _, _ in 0x123456 }
        TransitionRenderer.draw(
            transition, progress: transition.progress(atFrame: frame), from: from, to: to, into: target)
        return target
    }

    @Test func aFadeMixesEachPixel() {
        // One sixth, one half and five sixths of the way.
        #expect(draw(.fade, frame: 0, of: 3)[6, 0] == 0xd5052a)
        #expect(draw(.fade, frame: 1, of: 3)[6, 0] == 0x800380)
        #expect(draw(.fade, frame: 2, of: 3)[6, 0] == 0x2a01d5)
        #expect(draw(.fade, easing: .inQuad, frame: 1, of: 3)[6, 0] == 0xbf0540)
    }

    @Test func equalPixelsAreUnchangedByAFade() {
        let target = PixelBuffer(width: 256, height: 1) { _, _ in 0 }
        let gray = PixelBuffer(width: 256, height: 1) { x, _ in UInt32(x) * 0x010101 }
        for step in 0...64 {
            CrossDissolve.mix(gray, gray, progress: Double(step) / 64, into: target)
            #expect(target.all == gray.all)
        }
    }

    @Test func aFadeRoundsToNearest() {
        let (black, white) = (
            PixelBuffer(width: 1, height: 1) { _, _ in 0 }, PixelBuffer(width: 1, height: 1) { _, _ in 0xffffff }
        )
        let target = PixelBuffer(width: 1, height: 1) { _, _ in 0 }
        for step in 0...510 {
            let part = Double(step) / 510
            CrossDissolve.mix(black, white, progress: part, into: target)
            let exact = 255 * part
            #expect(abs(Double(target[0, 0] & 0xff) - exact) < 0.51)
            CrossDissolve.mix(white, black, progress: part, into: target)
            #expect(abs(Double(target[0, 0] & 0xff) - (255 - exact)) < 0.51)
        }
    }

    @Test func aFadeThroughAColorShowsOnePictureAtATime() {
        let white = Color(red: 255, green: 255, blue: 255)
        #expect(draw(.fadeThrough(.black), frame: 0, of: 4)[0, 0] == 0xbf0000)
        #expect(draw(.fadeThrough(.black), frame: 3, of: 4)[0, 0] == 0x0000bf)
        #expect(draw(.fadeThrough(white), frame: 1, of: 3)[3, 3] == 0xffffff)
        #expect(draw(.fadeThrough(white), frame: 0, of: 4)[0, 0] == 0xff4040)
    }

    @Test func aSharpWipeReplacesPixels() {
        let middle = draw(.wipe(softness: 0), .right, frame: 1, of: 3)
        // Half of the way; the edge is one pixel wide.
        #expect(middle[6, 2] == 0x0002ff)
        #expect(middle[9, 2] == 0xff0900)
        let left = draw(.wipe(softness: 0), .left, frame: 1, of: 3)
        #expect(left[6, 2] == 0xff0600)
        #expect(left[9, 2] == 0x0002ff)
        let down = draw(.wipe(softness: 0), .down, frame: 1, of: 3)
        #expect(down[5, 2] == 0x0002ff)
        #expect(down[5, 5] == 0xff0500)
        let up = draw(.wipe(softness: 0), .up, frame: 1, of: 3)
        #expect(up[5, 2] == 0xff0500)
        #expect(up[5, 5] == 0x0005ff)
    }

    @Test func aSoftWipeMixesAlongItsEdge() {
        let red = draw(.wipe(softness: 0.5), .right, frame: 1, of: 3).row(0).map { $0 >> 16 }
        #expect(red.first == 0 && red.last == 255)
        #expect(zip(red, red.dropFirst()).allSatisfy { $0 <= $1 })
        // A half of 16 pixels.
        #expect((7...9).contains(red.filter { $0 > 0 && $0 < 255 }.count))
        #expect(draw(.wipe(softness: 1), .right, frame: 0, of: 100)[15, 0] == 0xff0f00)
        #expect(draw(.wipe(softness: 1), .right, frame: 99, of: 100)[0, 0] == 0x0000ff)
    }

    @Test func aSlideCoversWhatStays() {
        // A quarter of the way: 4 of 16 pixels, or 2 of 8.
        let left = draw(.slide, .left, frame: 0, of: 2)
        #expect(left[11, 1] == 0xff0b00 && left[12, 1] == 0x0001ff)
        let right = draw(.slide, .right, frame: 0, of: 2)
        #expect(right[3, 1] == 0x0001ff && right[4, 1] == 0xff0400)
        let up = draw(.slide, .up, frame: 0, of: 2)
        #expect(up[3, 5] == 0xff0300 && up[3, 6] == 0x0000ff)
        let down = draw(.slide, .down, frame: 0, of: 2)
        #expect(down[3, 1] == 0x0007ff && down[3, 2] == 0xff0300)
    }

    @Test func aPushMovesBoth() {
        let left = draw(.push, .left, frame: 0, of: 2)
        #expect(left[0, 1] == 0xff0400 && left[11, 1] == 0xff0f00 && left[12, 1] == 0x0001ff)
        let right = draw(.push, .right, frame: 0, of: 2)
        #expect(right[3, 1] == 0x0001ff && right[4, 1] == 0xff0000)
        let up = draw(.push, .up, frame: 1, of: 2)
        #expect(up[2, 1] == 0xff0200 && up[2, 2] == 0x0000ff && up[2, 7] == 0x0005ff)
        let down = draw(.push, .down, frame: 1, of: 2)
        #expect(down[2, 0] == 0x0002ff && down[2, 5] == 0x0007ff && down[2, 6] == 0xff0200)
    }

    @Test func aBounceUpEnlargesThePictureOnItsWay() {
        let middle = draw(.bounceUp, frame: 1, of: 3)
        #expect(middle[3, 0] == 0xff0300)
        #expect(middle[3, 5] & 0xff00ff == 0x0000ff)
        // Enlarged by a tenth: rows are more than one apart.
        let last = draw(.bounceUp, frame: 99, of: 100)
        #expect(last[3, 0] & 0xff >= 0xf0)
        #expect(draw(.bounceUp, frame: 0, of: 100)[3, 0] == 0xff0300)
    }

    @Test func aZoomShowsTheNextPictureBehindOneThatGrows() {
        let middle = draw(.zoom, frame: 1, of: 3)
        // Half of each; the upper one is enlarged by half.
        #expect(middle[8, 4] & 0xff00ff == 0x80007f)
        let green = middle.row(4).map { $0 >> 8 & 0xff }
        #expect((green.last ?? 0) < 13)
        #expect(draw(.zoom, frame: 99, of: 100)[4, 4] & 0xff00ff == 0x0100fe)
    }
}
