internal import CPixels
public import Frames

/// Applies effects to pictures.
public enum EffectRenderer {
    /// Applies effects to a picture, in order.
    ///
    /// - Parameter pixels: A picture that nothing else reads yet.
    /// - Throws: ``CompositionError`` if memory for a blur cannot be allocated.
    public static func apply(_ effects: [Effect], to pixels: PixelBuffer) throws(CompositionError) {
        for effect in effects {
            if case .custom(let custom) = effect {
                custom.object.apply(to: pixels)
                continue
            }
            let isDone = unsafe pixels.withMutablePicture(pixels.bounds) { unsafe apply(effect, to: $0) }
            guard isDone else { throw .outOfMemory }
        }
    }

    private static func apply(_ effect: Effect, to picture: composition_picture) -> Bool {
        switch effect {
        case .blur(let deviation):
            return unsafe deviation <= 0 || composition_blur(picture, deviation)
        case .vignette(let amount):
            unsafe composition_vignette(picture, Float(amount))
        case .brightness(let part):
            unsafe composition_change_colors(picture, matrix { row, column in (row == column ? 1 : 0, part) })
        case .contrast(let factor):
            unsafe composition_change_colors(
                picture, matrix { row, column in (row == column ? factor : 0, (1 - factor) / 2) })
        case .saturation(let factor):
            unsafe composition_change_colors(
                picture, matrix { row, column in (lightness[column] * (1 - factor) + (row == column ? factor : 0), 0) })
        case .tint(let color):
            let amount = Double(color.alpha) / 255
            let channels = [color.blue, color.green, color.red].map { Double($0) / 255 }
            unsafe composition_change_colors(
                picture, matrix { row, column in (row == column ? 1 - amount : 0, channels[row] * amount) })
        case .custom: break
        }
        return true
    }

    /// The luma weights of blue, green and red (ITU-R BT.709-6, section 3.2).
    private static let lightness = [0.0722, 0.7152, 0.2126]

    /// A color matrix: for each channel, the factors of blue, green and red, and an offset.
    private static func matrix(_ element: (Int, Int) -> (factor: Double, added: Double)) -> [Float] {
        (0..<3).flatMap { row in
            (0..<3).map { Float(element(row, $0).factor) } + [Float(element(row, row).added)]
        }
    }
}

/// Why a picture could not be drawn.
public enum CompositionError: Error, CustomStringConvertible {
    /// Memory allocation failed.
    case outOfMemory

    /// The message for the user.
    public var description: String { "There is not enough memory for an effect; make the canvas smaller." }
}
