public import Composition

/// How texts are drawn that bring no style of their own.
public struct SubtitleStyle: Sendable, Hashable {
    /// Where the texts are.
    public enum Position: String, Sendable, CaseIterable {
        /// At an edge of the canvas, or in its middle.
        case bottom, top, middle
    }

    /// The family of the font.
    public var font = "Sans"
    /// The height of a line, in canvas pixels (default: 8 % of the canvas's height).
    public var size: Double?
    /// The color of the text.
    public var color = Color.white
    /// The color of the line around the letters.
    public var outline = Color.black
    /// The position.
    public var position = Position.bottom
    /// The distance from the edge, in canvas pixels (default: 5 % of the canvas's height).
    public var margin: Double?

    /// Describes white letters with a black outline at the lower edge.
    public init() {}
}
