internal import CPixels
import Frames

extension PixelBuffer {
    /// All of the picture, as a rectangle.
    var bounds: PixelRectangle { PixelRectangle(x: 0, y: 0, width: size.width, height: size.height) }

    /// Lends a part of the picture to be read.
    ///
    /// - Parameters:
    ///   - rectangle: Inside the picture.
    ///   - body: Must not write, which C's type cannot say.
    func withPicture<Result>(_ rectangle: PixelRectangle, _ body: (composition_picture) -> Result) -> Result {
        withBytes { body(picture(at: UnsafeMutableRawPointer(mutating: $0.baseAddress), rectangle)) }
    }

    /// Lends a part of the picture to be written, before it is published.
    ///
    /// - Parameter rectangle: Inside the picture.
    func withMutablePicture<Result>(_ rectangle: PixelRectangle, _ body: (composition_picture) -> Result) -> Result {
        withMutableBytes { body(picture(at: $0.baseAddress, rectangle)) }
    }

    private func picture(at start: UnsafeMutableRawPointer?, _ rectangle: PixelRectangle) -> composition_picture {
        precondition(rectangle.intersection(bounds) == rectangle, "a part of a picture is inside it")
        let first = start?.advanced(by: rectangle.y * stride + rectangle.x * 4)
        return composition_picture(
            pixels: first?.assumingMemoryBound(to: UInt32.self), stride: stride, width: rectangle.width,
            height: rectangle.height, is_opaque: !hasAlpha)
    }
}

extension Color {
    /// As a pixel, multiplied by its alpha.
    var pixel: UInt32 {
        func multiplied(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
        return UInt32(alpha) << 24 | multiplied(red) << 16 | multiplied(green) << 8 | multiplied(blue)
    }
}

/// A part from 0 to 1 as the loops over pixels count it.
func weight(_ part: Double) -> CInt { CInt((min(max(part, 0), 1) * Double(COMPOSITION_ONE)).rounded()) }
