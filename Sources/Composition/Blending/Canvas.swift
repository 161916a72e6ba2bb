public import Frames

/// Draws pictures into the memory of another one.
///
/// The canvas is opaque or transparent as its buffer is; colours are multiplied
/// by their alpha throughout.
public struct Canvas {
    /// Where is drawn.
    public let pixels: PixelBuffer

    /// Draws into a buffer that is not published yet.
    public init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Makes all of it one colour; on an opaque canvas its alpha counts as
    /// laid over black.
    public func fill(_ color: Color) {
        let pixel = Self.multiplied(color) | (pixels.hasAlpha ? 0 : 0xff00_0000)
        pixels.withMutableBytes { bytes in
            for row in 0..<pixels.size.height {
                for column in 0..<pixels.size.width {
                    bytes.storeBytes(
                        of: pixel.littleEndian, toByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
                }
            }
        }
    }

    /// Lays a picture over what is there.
    ///
    /// - Parameters:
    ///   - picture: The picture, in its own size.
    ///   - x: Canvas pixels to its left edge.
    ///   - y: Canvas pixels to its upper edge.
    ///   - frame: What is drawn of it, on the canvas; all without.
    public func draw(_ picture: PixelBuffer, x: Int, y: Int, in frame: PixelRectangle? = nil) {
        let place = PixelRectangle(x: x, y: y, width: picture.size.width, height: picture.size.height)
        let all = PixelRectangle(x: 0, y: 0, width: pixels.size.width, height: pixels.size.height)
        guard let visible = place.intersection(all).flatMap({ $0.intersection(frame ?? all) }) else { return }
        picture.withBytes { source in
            pixels.withMutableBytes { target in
                for row in visible.y..<visible.y + visible.height {
                    let from = (row - y) * picture.stride + (visible.x - x) * 4
                    let to = row * pixels.stride + visible.x * 4
                    if picture.hasAlpha {
                        Self.layOver(source, from, target, to, count: visible.width)
                    } else {
                        Self.copy(source, from, target, to, count: visible.width)
                    }
                }
            }
        }
    }

    /// The fourth byte of an opaque picture may be anything.
    private static func copy(
        _ source: UnsafeRawBufferPointer, _ from: Int, _ target: UnsafeMutableRawBufferPointer, _ to: Int, count: Int
    ) {
        for column in 0..<count {
            let pixel = UInt32(littleEndian: source.load(fromByteOffset: from + column * 4, as: UInt32.self))
            target.storeBytes(
                of: (pixel | 0xff00_0000).littleEndian, toByteOffset: to + column * 4, as: UInt32.self)
        }
    }

    /// The operator `over` (Porter and Duff, Compositing Digital Images, 1984).
    private static func layOver(
        _ source: UnsafeRawBufferPointer, _ from: Int, _ target: UnsafeMutableRawBufferPointer, _ to: Int, count: Int
    ) {
        for column in 0..<count {
            let above = UInt32(littleEndian: source.load(fromByteOffset: from + column * 4, as: UInt32.self))
            if above == 0 { continue }
            let below = UInt32(littleEndian: target.load(fromByteOffset: to + column * 4, as: UInt32.self))
            let rest = 255 - (above >> 24)
            // What was scaled may be a little above its alpha.
            func channel(_ shift: UInt32) -> UInt32 {
                min(255, (above >> shift & 0xff) + ((below >> shift & 0xff) * rest + 127) / 255) << shift
            }
            let mixed = channel(24) | channel(16) | channel(8) | channel(0)
            target.storeBytes(of: mixed.littleEndian, toByteOffset: to + column * 4, as: UInt32.self)
        }
    }

    private static func multiplied(_ color: Color) -> UInt32 {
        let alpha = UInt32(color.alpha)
        func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
        return alpha << 24 | channel(color.red) << 16 | channel(color.green) << 8 | channel(color.blue)
    }
}
