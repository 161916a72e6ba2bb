private import CPango
public import Composition

/// A text as a picture.
public struct Title: Sendable, Hashable {
    /// The horizontal alignment of lines in the frame.
    public enum Alignment: String, Sendable, CaseIterable {
        /// The place of each line.
        case left, center, right
    }

    /// A line around each letter.
    public struct Outline: Sendable, Hashable {
        /// The color of the line.
        public var color: Color
        /// How far the line reaches beyond the letter, in canvas pixels (default: 5 % of the font size).
        public var width: Double?

        /// Describes an outline.
        public init(_ color: Color = .black, width: Double? = nil) {
            self.color = color
            self.width = width
        }
    }

    /// A shadow of the letters and their outlines.
    public struct Shadow: Sendable, Hashable {
        /// The color of the shadow.
        public var color: Color
        /// How far it is to the right and below, in canvas pixels (default: 4 % of the font size).
        public var x, y: Double?
        /// The standard deviation of its blur, in canvas pixels (default: 4 % of the font size).
        public var blur: Double?

        /// Describes a shadow.
        public init(
            _ color: Color = Color(red: 0, green: 0, blue: 0, alpha: 160), x: Double? = nil, y: Double? = nil,
            blur: Double? = nil
        ) {
            self.color = color
            (self.x, self.y) = (x, y)
            self.blur = blur
        }
    }

    /// A box behind the text, as wide as its longest line.
    public struct Box: Sendable, Hashable {
        /// The color of the box.
        public var color: Color
        /// The distance between the text and the edges of the box, in canvas pixels (default: 25 % of the font size).
        public var padding: Double?
        /// The radius of the corners, in canvas pixels.
        public var radius = 0.0

        /// Describes a box.
        public init(_ color: Color, padding: Double? = nil, radius: Double = 0) {
            self.color = color
            self.padding = padding
            self.radius = radius
        }
    }

    /// The text, in any language.
    ///
    /// Line feeds separate lines; lines that are too long are wrapped.
    public var text: String
    /// Whether the text has Pango's markup, such as `<b>bold</b>`, in which `<` and `&` are `&lt;` and `&amp;`.
    public var isMarkup = false
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
    /// The distance between the text, or its box, and the edges of the frame, in canvas pixels.
    public var padding = 0.0
    /// A line around each letter (default: no line).
    public var outline: Outline?
    /// A shadow (default: no shadow).
    public var shadow: Shadow?
    /// A box behind the text (default: no box).
    public var box: Box?
    /// The scale of the canvas, for a preview: the title's lengths are in pixels of the whole canvas.
    package var scale = 1.0

    /// Describes a text in the default font.
    public init(text: String) { self.text = text }

    /// The text without markup; the text itself if its markup is not valid.
    var plainText: String { isMarkup ? markup().text ?? text : text }

    /// Why the markup is not valid; `nil` if it is valid, or if the text is plain.
    var markupError: String? { isMarkup ? markup().error : nil }

    /// Parses the markup.
    private func markup() -> (text: String?, error: String?) {
        var plain: UnsafeMutablePointer<CChar>?
        var error: UnsafeMutablePointer<GError>?
        guard unsafe pango_parse_markup(text, -1, 0, nil, &plain, nil, &error) == 0 else {
            defer { unsafe g_free(plain) }
            return (unsafe plain.map { unsafe String(cString: $0) }, nil)
        }
        defer { unsafe g_error_free(error) }
        return (nil, unsafe error.map { unsafe String(cString: recorder_pango_message($0)) } ?? "")
    }
}
