internal import CPixels
public import Frames

/// A mixture of two pictures, pixel by pixel.
public enum CrossDissolve {
    /// Mixes two pictures: a cross-dissolve at one moment.
    ///
    /// What is equal in both stays as it is; half of 0 and 255 is 128.
    ///
    /// - Parameters:
    ///   - from: The picture that goes.
    ///   - to: The picture that comes, of the same size.
    ///   - progress: How much has come, from 0 to 1.
    ///   - target: Of the same size, and neither of the two.
    public static func mix(_ from: PixelBuffer, _ to: PixelBuffer, progress: Double, into target: PixelBuffer) {
        precondition(from.size == to.size && to.size == target.size, "only pictures of one size can be mixed")
        from.withPicture(from.bounds) { from in
            to.withPicture(to.bounds) { to in
                target.withMutablePicture(target.bounds) { composition_mix($0, from, to, weight(progress)) }
            }
        }
    }

    /// Mixes two pictures along one axis, each line by its own part.
    ///
    /// - Parameters:
    ///   - from: The picture that goes.
    ///   - to: The picture that comes, of the same size.
    ///   - target: Of the same size, and neither of the two.
    ///   - isHorizontal: Whether the parts are those of columns; if not, of
    ///     rows.
    ///   - part: How much has come in a column or row, from 0 to 1.
    static func mix(
        _ from: PixelBuffer, _ to: PixelBuffer, into target: PixelBuffer, isHorizontal: Bool, part: (Int) -> Double
    ) {
        precondition(from.size == to.size && to.size == target.size, "only pictures of one size can be mixed")
        let size = target.size
        let weights = (0..<(isHorizontal ? size.width : size.height)).map { UInt16(weight(part($0))) }
        from.withPicture(from.bounds) { from in
            to.withPicture(to.bounds) { to in
                target.withMutablePicture(target.bounds) { target in
                    if isHorizontal {
                        composition_mix_columns(target, from, to, weights)
                        return
                    }
                    for (row, weight) in weights.enumerated() {
                        composition_mix(target.row(row), from.row(row), to.row(row), CInt(weight))
                    }
                }
            }
        }
    }
}

extension composition_picture {
    /// One row of the picture, as a picture.
    fileprivate func row(_ index: Int) -> composition_picture {
        composition_picture(
            pixels: pixels.advanced(by: index * stride / 4), stride: stride, width: width, height: 1,
            is_opaque: is_opaque)
    }
}
