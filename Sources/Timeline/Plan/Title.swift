public import Composition

/// A text as a picture.
public struct Title: Sendable, Hashable {
    /// The horizontal alignment of lines in the frame.
    public enum Alignment: String, Sendable, CaseIterable {
        /// The place of each line.
        case left, center, right
    }

    /// The text, in any language.
    ///
    /// Line feeds separate lines; lines that are too long are wrapped.
    public var text: String
    /// The font as a Pango description without a size: `Sans Bold`.
    public var font = "Sans Bold"
    /// The font size, in canvas pixels.
    public var size = 64.0
    /// The color of the text.
    public var color = Color.white
    /// The color behind the text, which fills the frame (default: transparent).
    public var background: Color?
    /// The horizontal alignment of lines.
    public var alignment = Alignment.center

    /// Describes a text in the default font.
    public init(text: String) { self.text = text }
}
