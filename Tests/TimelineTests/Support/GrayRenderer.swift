import Frames
import Synchronization
import TestSupport
@testable import Timeline

/// Renders frames of one color; red and green encode the frame's number.
final class GrayRenderer: FrameRenderer {
    /// The requested frames, of all renderers of one test.
    final class Log: Sendable {
        private let asked = Mutex<[Int]>([])

        var frames: [Int] { asked.withLock { $0 } }
        fileprivate func add(_ frame: Int) { asked.withLock { $0.append(frame) } }
    }

    struct Failure: Error {}

    let warnings: [String] = []

    private let size: PixelSize
    private let log: Log
    private let failingFrame: Int?

    /// - Parameter failingFrame: The frame that cannot be rendered.
    init(_ size: PixelSize, log: Log = Log(), failingFrame: Int? = nil) {
        self.size = size
        self.log = log
        self.failingFrame = failingFrame
    }

    func picture(at frame: Int) throws -> PixelBuffer {
        log.add(frame)
        if frame == failingFrame { throw Failure() }
        let pixels = PixelBuffer(size: size)
        let color = Self.color(ofFrame: frame)
        let value = UInt32(color[0]) << 16 | UInt32(color[1]) << 8 | UInt32(color[2])
        unsafe pixels.withMutableBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                unsafe bytes.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
            }
        }
        return pixels
    }

    /// Red, green and blue of a frame.
    static func color(ofFrame frame: Int) -> [Int] { [frame % 16 * 16, frame / 16 % 16 * 16, 128] }

    /// The frame number in a decoded picture.
    static func frame(of image: RawImage) -> Int {
        let color = image.mean(x: 8, y: 8, width: image.width - 16, height: image.height - 16)
        return (color[0] + 8) / 16 + (color[1] + 8) / 16 * 16
    }
}
