internal import CPixels
import Frames

extension PixelBuffer {
    /// The bounds of the picture.
    var bounds: PixelRectangle { PixelRectangle(size) }

    /// Lends a part of the picture for reading.
    ///
    /// - Parameters:
    ///   - rectangle: The part, inside the picture.
    ///   - body: Must not write; the C type cannot express this.
    func withPicture<Result>(_ rectangle: PixelRectangle, _ body: (composition_picture) -> Result) -> Result {
        unsafe withBytes { unsafe body(picture(at: UnsafeMutableRawPointer(mutating: $0.baseAddress), rectangle)) }
    }

    /// Lends a part of the picture for writing, before the picture is published.
    ///
    /// - Parameter rectangle: The part, inside the picture.
    func withMutablePicture<Result>(_ rectangle: PixelRectangle, _ body: (composition_picture) -> Result) -> Result {
        unsafe withMutableBytes { unsafe body(picture(at: $0.baseAddress, rectangle)) }
    }

    private func picture(at start: UnsafeMutableRawPointer?, _ rectangle: PixelRectangle) -> composition_picture {
        precondition(rectangle.intersection(bounds) == rectangle, "a part of a picture is inside it")
        let first = unsafe start?.advanced(by: rectangle.y * stride + rectangle.x * 4)
        return unsafe composition_picture(
            pixels: first?.assumingMemoryBound(to: UInt32.self), stride: stride, width: rectangle.width,
            height: rectangle.height, is_opaque: !hasAlpha)
    }
}

extension Color {
    /// The color as a pixel with premultiplied alpha.
    var pixel: UInt32 {
        func multiplied(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
        return UInt32(alpha) << 24 | multiplied(red) << 16 | multiplied(green) << 8 | multiplied(blue)
    }
}

/// A fraction from 0 to 1 in the fixed-point format of the pixel loops.
func weight(_ part: Double) -> CInt { CInt((min(max(part, 0), 1) * Double(COMPOSITION_ONE)).rounded()) }
