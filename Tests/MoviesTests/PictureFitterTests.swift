import Composition
import Encoder
import Frames
import Movies
import Testing

/// A picture of 333x217 pixels with marked corners, on a canvas of 101x77.
@Suite struct PictureFitterTests {
    private let picture: PixelBuffer
    private let canvas = Canvas(PixelBuffer(size: PixelSize(width: 101, height: 77)))

    init() {
        picture = PixelBuffer(size: PixelSize(width: 333, height: 217))
        let (picture, size) = (picture, picture.size)
        picture.withMutableBytes { bytes in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let isLeft = column < size.width / 2
                    let isUpper = row < size.height / 2
                    let color: UInt32 = isUpper ? (isLeft ? 0xff0000 : 0x00ff00) : (isLeft ? 0x0000ff : 0xffffff)
                    bytes.storeBytes(of: color, toByteOffset: row * picture.stride + column * 4, as: UInt32.self)
                }
            }
        }
        canvas.fill(Color(red: 0x40, green: 0x40, blue: 0x40))
    }

    private func pixel(_ x: Int, _ y: Int) -> [Int] {
        let value = canvas.pixels.withBytes {
            $0.load(fromByteOffset: y * canvas.pixels.stride + x * 4, as: UInt32.self)
        }
        return [Int(value >> 16 & 0xff), Int(value >> 8 & 0xff), Int(value & 0xff)]
    }

    private func expect(_ x: Int, _ y: Int, _ color: [Int], _ location: SourceLocation = #_sourceLocation) {
        let seen = pixel(x, y)
        #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 2 }, "\(seen) at \(x),\(y)", sourceLocation: location)
    }

    @Test func contain() throws {
        try PictureFitter(.contain).draw(picture, on: canvas)
        for x in [0, 100] {
            for y in [4, 71] { expect(x, y, [0x40, 0x40, 0x40]) }
        }
        expect(0, 5, [255, 0, 0])
        expect(100, 5, [0, 255, 0])
        expect(0, 70, [0, 0, 255])
        expect(100, 70, [255, 255, 255])
        // The quarters meet at the center: 166.5 * 101 / 333 and 5 + 108.5 * 66 / 217.
        expect(48, 36, [255, 0, 0])
        expect(52, 40, [255, 255, 255])
    }

    @Test(arguments: [Fit.cover, .stretch])
    func wholeFrame(fit: Fit) throws {
        try PictureFitter(fit).draw(picture, on: canvas)
        expect(0, 0, [255, 0, 0])
        expect(100, 0, [0, 255, 0])
        expect(0, 76, [0, 0, 255])
        expect(100, 76, [255, 255, 255])
        expect(48, 36, [255, 0, 0])
        expect(52, 40, [255, 255, 255])
    }

    @Test func blur() throws {
        try PictureFitter(.blur).draw(picture, on: canvas)
        expect(0, 5, [255, 0, 0])
        expect(100, 70, [255, 255, 255])
        // The background is the picture itself: red on the left, green on the right.
        let (left, right) = (pixel(0, 0), pixel(100, 0))
        #expect(left[0] > 120 && left[0] > left[1])
        #expect(right[1] > 120 && right[1] > right[0])
    }

    @Test func onlyTheFrameChanges() throws {
        let frame = PixelRectangle(x: 20, y: 10, width: 31, height: 51)
        try PictureFitter(.cover).draw(picture, on: canvas, in: frame)
        expect(20, 10, [255, 0, 0])
        expect(50, 60, [255, 255, 255])
        for (x, y) in [(19, 10), (20, 9), (51, 60), (50, 61)] { expect(x, y, [0x40, 0x40, 0x40]) }
    }
}
