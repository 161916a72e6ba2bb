/// A length on the canvas: `24` pixels, or `12%` of the canvas's side.
public enum CanvasLength: Sendable, Hashable {
    /// Canvas pixels.
    case pixels(Double)
    /// A fraction of the canvas's width or height; 1 is the full side.
    case part(Double)

    /// The largest magnitude of a length, in pixels or percent.
    private static let most = 100_000.0

    /// Reads `24`, `24px` or `12%`.
    public init?(_ text: String) {
        let isPart = text.hasSuffix("%")
        let digits = isPart ? text.dropLast() : text.hasSuffix("px") ? text.dropLast(2) : text[...]
        guard let number = Double(digits), abs(number) <= Self.most else { return nil }
        self = isPart ? .part(number / 100) : .pixels(number)
    }

    /// The length in canvas pixels.
    ///
    /// - Parameter whole: The canvas's width or height.
    package func pixels(of whole: Int) -> Double {
        switch self {
        case .pixels(let count): count
        case .part(let part): part * Double(whole)
        }
    }
}
