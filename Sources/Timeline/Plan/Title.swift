public import Composition

/// A text as a picture.
public struct Title: Sendable, Hashable {
    /// Where lines stand in the frame.
    public enum Alignment: String, Sendable, CaseIterable { case left, center, right }

    /// The text, of any language; line feeds separate lines, and lines that
    /// are too long are broken.
    public var text: String
    /// The fonts' description by Pango, without a size: `Sans Bold`.
    public var font = "Sans Bold"
    /// The height of the font, in canvas pixels.
    public var size = 64.0
    /// The colour of the letters.
    public var color = Color(red: 255, green: 255, blue: 255)
    /// What is behind the text, all over its frame.
    public var background: Color?
    /// Where the lines stand.
    public var alignment = Alignment.center

    /// Describes a text in the default font.
    public init(text: String) { self.text = text }
}
