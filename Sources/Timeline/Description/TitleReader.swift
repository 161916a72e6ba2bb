import Composition
import Frames
import Notation
import Yams

/// Reads titles.
struct TitleReader {
    /// The file that is read.
    let file: YAMLFile
    /// The canvas, of whose height the font's size can be a part.
    let canvas: PixelSize

    /// Reads a text, or a mapping with a text and its style.
    func title(_ outer: Fields) throws -> ClipDescription.Source {
        guard let node = outer["title"], node.mapping != nil else {
            return .title(Title(text: try nonEmpty(outer, "title")))
        }
        let fields = try Fields(
            node, in: file, known: ["text", "font", "size", "color", "background", "align"], of: "a title")
        var title = Title(text: try nonEmpty(fields, "text"))
        if let font = try fields.text("font") { title.font = font }
        if let color = try fields.color("color") { title.color = color }
        title.background = try fields.color("background")
        if let alignment = try fields.choice("align", Title.Alignment.self) { title.alignment = alignment }
        if let size = try fields.canvasLength("size") {
            guard size.pixels(of: 1000) >= 1 else {
                throw fields.error("size", "size must be at least one pixel.")
            }
            title.size = size.pixels(of: canvas.height)
        }
        return .title(title)
    }

    private func nonEmpty(_ fields: Fields, _ key: String) throws -> String {
        guard let text = try fields.text(key), text.contains(where: { !$0.isWhitespace }) else {
            throw fields.error(key, "The title has no text. Write \(key): and the text.")
        }
        return text
    }
}
