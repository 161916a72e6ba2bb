internal import CPixels
public import Frames

/// A picture that other pictures are composited onto.
///
/// Used by one thread at a time, until its pixels are published.
public struct Canvas {
    /// The destination pixels, opaque or with transparency; every draw call modifies them.
    public let pixels: PixelBuffer

    /// Creates a canvas on pixels that nothing else reads yet.
    public init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Replaces the contents of the canvas with a single color.
    ///
    /// On an opaque canvas, a translucent color is composited over black.
    public func fill(_ color: Color) {
        let pixel = color.pixel | (pixels.hasAlpha ? 0 : 0xff00_0000)
        unsafe pixels.withMutablePicture(pixels.bounds) { unsafe composition_fill($0, pixel) }
    }

    /// Composites a color over a part of the canvas.
    public func draw(_ color: Color, in rectangle: PixelRectangle) {
        guard let part = rectangle.intersection(pixels.bounds), color.alpha > 0 else { return }
        if color.alpha == 255 {
            unsafe pixels.withMutablePicture(part) { unsafe composition_fill($0, color.pixel) }
            return
        }
        var pixel = color.pixel
        unsafe pixels.withMutablePicture(part) { target in
            unsafe withUnsafeMutablePointer(to: &pixel) { pixel in
                // A single pixel, repeated beyond its edges.
                let source = unsafe composition_picture(pixels: pixel, stride: 4, width: 1, height: 1, is_opaque: false)
                let way = composition_transform(xx: 0, xy: 0, x0: 0.5, yx: 0, yy: 0, y0: 0.5)
                unsafe composition_warp(target, source, way, COMPOSITION_ONE, true)
            }
        }
    }

    /// Composites a picture over the canvas, pixel for pixel.
    ///
    /// - Parameters:
    ///   - picture: An opaque or translucent picture.
    ///   - x: The canvas column of the picture's left edge; may be outside the canvas.
    ///   - y: The canvas row of the picture's upper edge; may be outside the canvas.
    ///   - clip: The part of the canvas that may change (default: all of it).
    ///   - opacity: The opacity, from 0 to 1.
    public func draw(_ picture: PixelBuffer, x: Int, y: Int, in clip: PixelRectangle? = nil, opacity: Double = 1) {
        let place = PixelRectangle(x: x, y: y, width: picture.size.width, height: picture.size.height)
        guard let part = place.intersection(clip ?? pixels.bounds)?.intersection(pixels.bounds) else { return }
        let source = PixelRectangle(x: part.x - x, y: part.y - y, width: part.width, height: part.height)
        unsafe picture.withPicture(source) { source in
            unsafe pixels.withMutablePicture(part) { unsafe composition_over($0, source, weight(opacity)) }
        }
    }

    /// How a picture is extended beyond its edges for interpolation.
    public enum Outside: Sendable {
        /// Transparent, which makes the edges smooth.
        case transparent
        /// The edge pixels are repeated; the clip defines the edges.
        case edge
    }

    /// Composites a picture over the canvas, with a transform.
    ///
    /// - Parameters:
    ///   - picture: An opaque or translucent picture.
    ///   - part: The part of the picture to draw; the rest is ignored (default: all of it).
    ///   - transform: The transform from the picture to the canvas; both count from their upper
    ///     left corners.
    ///   - outside: How the picture is extended beyond its edges.
    ///   - clip: The part of the canvas that may change (default: all of it).
    ///   - opacity: The opacity, from 0 to 1.
    public func draw(
        _ picture: PixelBuffer, part: PixelRectangle? = nil, through transform: PictureTransform,
        outside: Outside = .transparent, in clip: PixelRectangle? = nil, opacity: Double = 1
    ) {
        guard let area = (clip ?? pixels.bounds).intersection(pixels.bounds),
            let part = (part ?? picture.bounds).intersection(picture.bounds),
            // From the clip's upper left corner to the part's.
            let back = transform.moved(x: Double(-area.x), y: Double(-area.y)).inverse
        else { return }
        let way = composition_transform(
            xx: back.xx, xy: back.xy, x0: back.x0 - Double(part.x), yx: back.yx, yy: back.yy,
            y0: back.y0 - Double(part.y))
        unsafe picture.withPicture(part) { source in
            unsafe pixels.withMutablePicture(area) { target in
                unsafe composition_warp(target, source, way, weight(opacity), outside == .edge)
            }
        }
    }

    /// Composites a picture over the canvas, scaled to fill a rectangle.
    public func draw(_ picture: PixelBuffer, stretchedTo target: PixelRectangle, opacity: Double = 1) {
        if picture.size.width == target.width, picture.size.height == target.height {
            draw(picture, x: target.x, y: target.y, opacity: opacity)
            return
        }
        let transform = PictureTransform()
            .scaled(
                x: Double(target.width) / Double(picture.size.width),
                y: Double(target.height) / Double(picture.size.height)
            )
            .moved(x: Double(target.x), y: Double(target.y))
        draw(picture, through: transform, outside: .edge, in: target, opacity: opacity)
    }
}

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
