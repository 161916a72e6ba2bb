/// A length on the canvas, as a description writes it: `24`, or `12%` of the
/// canvas' own.
package enum WrittenLength: Sendable, Hashable {
    /// Canvas pixels.
    case pixels(Double)
    /// A part of the canvas' width or height; 1 is all of it.
    case part(Double)

    /// The most pixels, and per cent, of a length, in either direction.
    private static let most = 100_000.0

    /// Reads `24`, `24px` or `12%`.
    package init?(_ text: String) {
        let isPart = text.hasSuffix("%")
        let digits = isPart ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
        guard let number = Double(digits), abs(number) <= Self.most else { return nil }
        self = isPart ? .part(number / 100) : .pixels(number)
    }

    /// The length in canvas pixels.
    ///
    /// - Parameter whole: The canvas' width or height.
    package func pixels(of whole: Int) -> Double {
        switch self {
        case .pixels(let count): count
        case .part(let part): part * Double(whole)
        }
    }
}
