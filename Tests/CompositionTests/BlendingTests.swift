import Composition
import Frames
import Testing

@Suite struct BlendingTests {
    private func flat(_ pixel: UInt32, width: Int = 5, height: Int = 3, hasAlpha: Bool = false) -> PixelBuffer {
        let buffer = PixelBuffer(size: PixelSize(width: width, height: height), hasAlpha: hasAlpha)
        unsafe buffer.withMutableBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    unsafe bytes.storeBytes(of: pixel, toByteOffset: row * buffer.stride + column * 4, as: UInt32.self)
                }
            }
        }
        return buffer
    }

    private func pixel(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
        // The fourth byte of an opaque picture is undefined.
        unsafe buffer.withBytes { unsafe $0.load(fromByteOffset: y * buffer.stride + x * 4, as: UInt32.self) }
            | (buffer.hasAlpha ? 0 : 0xff00_0000)
    }

    @Test func aDissolveGoesFromOneToTheOther() {
        let (black, color, target) = (flat(0), flat(0x00ff_8040), flat(0))
        CrossDissolve.mix(black, color, progress: 0, into: target)
        #expect(pixel(target, 4, 2) & 0xff_ffff == 0)
        CrossDissolve.mix(black, color, progress: 1, into: target)
        #expect(pixel(target, 4, 2) & 0xff_ffff == 0xff_8040)
        CrossDissolve.mix(black, color, progress: 0.25, into: target)
        #expect(pixel(target, 0, 0) & 0xff_ffff == 0x40_2010)
    }

    @Test func transparentPixelsShowThePictureBelow() {
        let canvas = Canvas(flat(0))
        canvas.fill(Color(red: 255, green: 255, blue: 255))
        canvas.draw(flat(0x8080_0000, width: 2, height: 2, hasAlpha: true), x: 4, y: 1)
        #expect(pixel(canvas.pixels, 3, 1) == 0xffff_ffff)
        #expect(pixel(canvas.pixels, 4, 1) == 0xffff_7f7f)
        #expect(pixel(canvas.pixels, 4, 0) == 0xffff_ffff)
    }

    @Test func nothingIsDrawnOutsideTheFrame() {
        let canvas = Canvas(flat(0))
        canvas.draw(
            flat(0x00ff_ffff, width: 9, height: 9), x: -2, y: -2,
            in: PixelRectangle(x: 1, y: 1, width: 2, height: 1))
        for y in 0..<3 {
            for x in 0..<5 {
                #expect((pixel(canvas.pixels, x, y) & 0xffffff != 0) == (y == 1 && (1...2).contains(x)))
            }
        }
    }
}
