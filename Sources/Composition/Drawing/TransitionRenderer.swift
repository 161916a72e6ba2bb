internal import CPixels
public import Frames
import Glibc

/// Draws transitions between pictures.
public enum TransitionRenderer {
    /// Draws one moment of a transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - progress: The progress before easing, from 0 to 1.
    ///   - from: The outgoing picture; opaque.
    ///   - to: The incoming picture; opaque and of the same size.
    ///   - target: The destination, of the same size; must be neither of the two.
    public static func draw(
        _ transition: Transition, progress: Double, from: PixelBuffer, to: PixelBuffer, into target: PixelBuffer
    ) {
        let part = transition.easing.value(at: progress)
        let canvas = Canvas(target)
        switch transition.kind {
        case .fade: CrossDissolve.mix(from, to, progress: part, into: target)
        case .fadeThrough(let color):
            canvas.fill(color)
            let visible = part < 0.5 ? from : to
            canvas.draw(visible, x: 0, y: 0, opacity: abs(2 * part - 1))
        case .wipe(let softness):
            wipe(transition.direction, softness: softness, part: part, from: from, to: to, into: target)
        case .slide:
            canvas.draw(from, x: 0, y: 0)
            let place = transition.direction.offset(1 - part, of: target.size)
            canvas.draw(to, x: -place.x, y: -place.y)
        case .push:
            let (gone, place) = (
                transition.direction.offset(part, of: target.size),
                transition.direction.offset(part - 1, of: target.size)
            )
            // An easing that overshoots uncovers a part of the canvas.
            canvas.fill(.black)
            canvas.draw(from, x: gone.x, y: gone.y)
            canvas.draw(to, x: place.x, y: place.y)
        case .bounceUp:
            let height = Double(target.size.height)
            canvas.fill(.black)
            canvas.draw(from, x: 0, y: -Int((part * height).rounded()))
            canvas.draw(
                to, through: Self.scaled(to.size, by: 1 + 0.1 * sin(part * .pi)).moved(x: 0, y: (1 - part) * height))
        case .zoom:
            canvas.draw(to, x: 0, y: 0)
            canvas.draw(from, through: Self.scaled(from.size, by: 1 + part), opacity: 1 - part)
        case .custom(let custom): custom.object.draw(progress: part, from: from, to: to, into: target)
        }
    }

    /// A transform that scales a picture about its center.
    private static func scaled(_ size: PixelSize, by factor: Double) -> PictureTransform {
        let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
        return PictureTransform().moved(x: -x, y: -y).scaled(x: factor, y: factor).moved(x: x, y: y)
    }

    private static func wipe(
        _ direction: Transition.Direction, softness: Double, part: Double, from: PixelBuffer, to: PixelBuffer,
        into target: PixelBuffer
    ) {
        let isHorizontal = direction == .left || direction == .right
        let length = isHorizontal ? target.size.width : target.size.height
        let isForward = direction == .right || direction == .down
        // A hard edge is one pixel soft, because it can lie within a pixel.
        let soft = max(softness, 1 / Double(length))
        let edge = part * (1 + soft)
        CrossDissolve.mix(from, to, into: target, isHorizontal: isHorizontal) { line in
            let place = (Double(isForward ? line : length - 1 - line) + 0.5) / Double(length)
            return (edge - place) / soft
        }
    }
}

extension Transition.Direction {
    /// The offset by a fraction of the canvas in this direction.
    fileprivate func offset(_ part: Double, of size: PixelSize) -> (x: Int, y: Int) {
        let (x, y) = (Int((part * Double(size.width)).rounded()), Int((part * Double(size.height)).rounded()))
        return switch self {
        case .left: (-x, 0)
        case .right: (x, 0)
        case .up: (0, -y)
        case .down: (0, y)
        }
    }
}

/// Dissolves between two pictures, pixel by pixel.
public enum CrossDissolve {
    /// Draws one moment of a cross-dissolve.
    ///
    /// Pixels that are equal in both pictures stay unchanged; halfway between 0 and 255 is 128.
    ///
    /// - Parameters:
    ///   - from: The outgoing picture.
    ///   - to: The incoming picture, of the same size.
    ///   - progress: The fraction of the incoming picture, from 0 to 1.
    ///   - target: The destination, of the same size; must be neither of the two.
    public static func mix(_ from: PixelBuffer, _ to: PixelBuffer, progress: Double, into target: PixelBuffer) {
        unsafe withPictures(from, to, target) { unsafe composition_mix($2, $0, $1, weight(progress)) }
    }

    /// Dissolves between two pictures with a fraction that varies along one axis.
    ///
    /// - Parameters:
    ///   - from: The outgoing picture.
    ///   - to: The incoming picture, of the same size.
    ///   - target: The destination, of the same size; must be neither of the two.
    ///   - isHorizontal: Whether the fraction varies by column; if `false`, by row.
    ///   - part: The fraction of the incoming picture in a column or row, from 0 to 1.
    static func mix(
        _ from: PixelBuffer, _ to: PixelBuffer, into target: PixelBuffer, isHorizontal: Bool, part: (Int) -> Double
    ) {
        let size = target.size
        let weights = (0..<(isHorizontal ? size.width : size.height)).map { UInt16(weight(part($0))) }
        unsafe withPictures(from, to, target) { from, to, target in
            if isHorizontal {
                unsafe composition_mix_columns(target, from, to, weights)
                return
            }
            for (row, weight) in weights.enumerated() {
                unsafe composition_mix(target.row(row), from.row(row), to.row(row), CInt(weight))
            }
        }
    }

    /// Lends two pictures for reading and a third for writing, all of one size.
    private static func withPictures(
        _ from: PixelBuffer, _ to: PixelBuffer, _ target: PixelBuffer,
        _ body: (composition_picture, composition_picture, composition_picture) -> Void
    ) {
        precondition(from.size == to.size && to.size == target.size, "only pictures of one size can be mixed")
        unsafe from.withPicture(from.bounds) { from in
            unsafe to.withPicture(to.bounds) { to in
                unsafe target.withMutablePicture(target.bounds) { unsafe body(from, to, $0) }
            }
        }
    }
}

extension composition_picture {
    /// One row of the picture.
    fileprivate func row(_ index: Int) -> composition_picture {
        unsafe composition_picture(
            pixels: pixels.advanced(by: index * stride / 4), stride: stride, width: width, height: 1,
            is_opaque: is_opaque)
    }
}
