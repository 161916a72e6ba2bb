internal import CPixels
public import Frames

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
