internal import CPixels
public import Frames

/// A picture that others are laid upon.
///
/// Used by one thread at a time, until its pixels are published.
public struct Canvas {
    /// The picture; opaque or with transparency, and written to by what is
    /// drawn.
    public let pixels: PixelBuffer

    /// Draws into a picture that nobody else reads yet.
    public init(_ pixels: PixelBuffer) { self.pixels = pixels }

    /// Makes all of the canvas one colour, whatever was there; on an opaque
    /// canvas its alpha counts as laid over black.
    public func fill(_ color: Color) {
        let pixel = color.pixel | (pixels.hasAlpha ? 0 : 0xff00_0000)
        pixels.withMutablePicture(pixels.bounds) { composition_fill($0, pixel) }
    }

    /// Lays one colour over a part of the canvas.
    public func draw(_ color: Color, in rectangle: PixelRectangle) {
        guard let part = rectangle.intersection(pixels.bounds), color.alpha > 0 else { return }
        if color.alpha == 255 {
            pixels.withMutablePicture(part) { composition_fill($0, color.pixel) }
            return
        }
        var pixel = color.pixel
        pixels.withMutablePicture(part) { target in
            withUnsafeMutablePointer(to: &pixel) { pixel in
                // One pixel, whose edges go on.
                let source = composition_picture(pixels: pixel, stride: 4, width: 1, height: 1, is_opaque: false)
                let way = composition_transform(xx: 0, xy: 0, x0: 0.5, yx: 0, yy: 0, y0: 0.5)
                composition_warp(target, source, way, COMPOSITION_ONE, true)
            }
        }
    }

    /// Lays a picture over the canvas, pixel on pixel.
    ///
    /// - Parameters:
    ///   - picture: Opaque or with transparency.
    ///   - x: The canvas' column of the picture's first; may be outside.
    ///   - y: The canvas' row of the picture's first; may be outside.
    ///   - clip: The part of the canvas that may change; all of it without.
    ///   - opacity: From 0 to 1.
    public func draw(_ picture: PixelBuffer, x: Int, y: Int, in clip: PixelRectangle? = nil, opacity: Double = 1) {
        let place = PixelRectangle(x: x, y: y, width: picture.size.width, height: picture.size.height)
        guard let part = place.intersection(clip ?? pixels.bounds)?.intersection(pixels.bounds) else { return }
        let source = PixelRectangle(x: part.x - x, y: part.y - y, width: part.width, height: part.height)
        picture.withPicture(source) { source in
            pixels.withMutablePicture(part) { composition_over($0, source, weight(opacity)) }
        }
    }

    /// What is outside a picture when it is interpolated at its edges.
    public enum Outside: Sendable {
        /// Nothing: edges are smooth.
        case transparent
        /// The same as at the edge: edges are where the clip says.
        case edge
    }

    /// Lays a picture over the canvas, moved, turned and scaled.
    ///
    /// - Parameters:
    ///   - picture: Opaque or with transparency.
    ///   - part: What is taken of the picture, of which the rest is as if it
    ///     were not there; all of it without.
    ///   - transform: From the picture's places, counted from its own upper
    ///     left corner, to the canvas'.
    ///   - outside: What is outside the picture.
    ///   - clip: The part of the canvas that may change; all of it without.
    ///   - opacity: From 0 to 1.
    public func draw(
        _ picture: PixelBuffer, part: PixelRectangle? = nil, through transform: PictureTransform,
        outside: Outside = .transparent, in clip: PixelRectangle? = nil, opacity: Double = 1
    ) {
        guard let area = (clip ?? pixels.bounds).intersection(pixels.bounds),
            let part = (part ?? picture.bounds).intersection(picture.bounds),
            // Seen from the clip's corner, to the part's.
            let back = transform.moved(x: Double(-area.x), y: Double(-area.y)).inverse
        else { return }
        let way = composition_transform(
            xx: back.xx, xy: back.xy, x0: back.x0 - Double(part.x), yx: back.yx, yy: back.yy,
            y0: back.y0 - Double(part.y))
        picture.withPicture(part) { source in
            pixels.withMutablePicture(area) { target in
                composition_warp(target, source, way, weight(opacity), outside == .edge)
            }
        }
    }

    /// Lays a picture over the canvas, so that it fills a rectangle.
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
