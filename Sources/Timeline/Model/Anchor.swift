/// A corner, a side or the center of the canvas, with a margin and a size.
public struct Anchor: Sendable {
    /// The anchor point.
    public enum Corner: String, Sendable, CaseIterable {
        /// A corner at the top.
        case topLeft = "top-left"
        /// The middle of the upper edge.
        case top
        /// A corner at the top.
        case topRight = "top-right"
        /// The middle of the left edge.
        case left
        /// The middle of the canvas.
        case center
        /// The middle of the right edge.
        case right
        /// A corner at the bottom.
        case bottomLeft = "bottom-left"
        /// The middle of the lower edge.
        case bottom
        /// A corner at the bottom.
        case bottomRight = "bottom-right"
    }

    /// The anchor point.
    public var corner: Corner
    /// The distance from the canvas's edges.
    public var margin: CanvasLength
    /// The width in canvas pixels (default: follows from the height and the aspect ratio).
    public var width: Double?
    /// The height in canvas pixels (default: follows from the width and the aspect ratio).
    public var height: Double?

    /// Describes a position.
    public init(
        _ corner: Corner = .center, margin: CanvasLength = .pixels(0), width: Double? = nil, height: Double? = nil
    ) {
        self.corner = corner
        self.margin = margin
        self.width = width
        self.height = height
    }
}

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
