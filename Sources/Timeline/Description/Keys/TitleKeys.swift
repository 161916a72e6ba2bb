import Composition
import Notation

/// The keys of a title.
struct TitleKeys {
    let text = Key(
        "text", .value(.text), "The text; line breaks begin new lines.",
        missing: "The title has no text. Write text: and the text."
    ) { try Self.text(in: $0, $1) }
    let markup = Key.flag("markup", "Reads Pango's markup in the text (default: false).")
    let font = Key("font", .text, "A Pango font description without a size (default: Sans Bold).")
    let size = Key("size", .canvasLength, "The font size (default: 64).")
    let color = Key("color", .color, "The color of the text (default: white).")
    let background = Key("background", .color, "A color that fills the frame (default: transparent).")
    let alignment = Key<Title.Alignment>.choice("align", "How lines are aligned (default: center).")
    let padding = Key.distance("padding", "The distance from the edges of the frame (default: 0).")
    let outline = Key.mapping(
        "outline", Outline.mapping, or: .color, "A line around each letter: a color, or its style.")
    let shadow = Key.mapping("shadow", Shadow.mapping, or: .color, "A shadow of the text: a color, or its style.")
    let box = Key.mapping("box", Box.mapping, or: .color, "A box behind the text: a color, or its style.")

    static let mapping = DescribedMapping("a title", TitleKeys())

    /// Reads a text that has a visible character.
    static func text(in fields: Fields, _ name: String) throws -> String? {
        guard let text = try fields.value(name, Form.text) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw fields.error(name, "The title has no text. Write \(name): and the text.")
        }
        return text
    }

    /// The keys of a line around each letter.
    struct Outline {
        let color = Key("color", .color, "The color (default: black).")
        let width = Key.distance("width", "The width (default: 5 % of the font size).")

        static let mapping = DescribedMapping("an outline", Outline())
    }

    /// The keys of a shadow.
    struct Shadow {
        let color = Key("color", .color, "The color (default: #000000a0).")
        let x = Key("x", .canvasLength, "The distance to the right (default: 4 % of the font size).")
        let y = Key("y", .canvasLength, "The distance down (default: 4 % of the font size).")
        let blur = Key.distance("blur", "The blur, at most 200 pixels (default: 4 % of the font size).")

        static let mapping = DescribedMapping("a shadow", Shadow())
    }

    /// The keys of a box.
    struct Box {
        let color = Key(
            "color", .color, "The color.", missing: "A title's box needs a color, like {color: \"#101418c0\"}.")
        let padding = Key.distance("padding", "The distance from the text (default: 25 % of the font size).")
        let radius = Key.distance("radius", "The radius of the corners (default: 0).")

        static let mapping = DescribedMapping("a title's box", Box())
    }
}
