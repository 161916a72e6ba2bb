import Frames
import Notation

extension Fields {
    /// Reads a title: a text, or a mapping with a text and its style.
    ///
    /// - Parameter canvas: The canvas, of whose height the font's size can be a part.
    func title(canvas: PixelSize) throws -> Title {
        let known = ["text", "font", "size", "color", "background", "align"]
        guard let fields = try mapping("title", known: known, of: "a title", orValue: true) else {
            return Title(text: try titleText("title"))
        }
        var title = Title(text: try fields.titleText("text"))
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
        return title
    }

    private func titleText(_ key: String) throws -> String {
        guard let text = try text(key), text.contains(where: { !$0.isWhitespace }) else {
            throw error(key, "The title has no text. Write \(key): and the text.")
        }
        return text
    }
}
