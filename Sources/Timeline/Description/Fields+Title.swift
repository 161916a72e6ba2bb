import Composition
import Frames
import Notation

extension Fields {
    private static let titleKeys = [
        "text", "markup", "font", "size", "color", "background", "align", "padding", "outline", "shadow", "box",
    ]

    /// Reads a title: a text, or a mapping with a text and its style.
    ///
    /// - Parameter canvas: The canvas, of whose height lengths can be a part.
    func title(canvas: PixelSize) throws -> Title {
        guard let fields = try mapping("title", known: Self.titleKeys, of: "a title", orValue: true) else {
            return Title(text: try titleText("title"))
        }
        var title = Title(text: try fields.titleText("text"))
        title.isMarkup = try fields.bool("markup") ?? false
        if let error = title.markupError {
            throw fields.error(
                "text", "The title's markup is not valid: \(ForeignText.line(error)). Write &lt; for < and &amp; for &."
            )
        }
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
        title.padding = try fields.distance("padding", on: canvas) ?? 0
        title.outline = try fields.outline(canvas)
        title.shadow = try fields.shadow(canvas)
        title.box = try fields.box(canvas)
        return title
    }

    private func titleText(_ key: String) throws -> String {
        guard let text = try text(key), text.contains(where: { !$0.isWhitespace }) else {
            throw error(key, "The title has no text. Write \(key): and the text.")
        }
        return text
    }

    /// A length that is not negative.
    private func distance(_ key: String, on canvas: PixelSize) throws -> Double? {
        guard let length = try canvasLength(key)?.pixels(of: canvas.height) else { return nil }
        guard length >= 0 else { throw error(key, "\(key) must not be negative.") }
        return length
    }

    private func outline(_ canvas: PixelSize) throws -> Title.Outline? {
        guard let fields = try mapping("outline", known: ["color", "width"], of: "an outline", orValue: true) else {
            return try color("outline").map { Title.Outline($0) }
        }
        var outline = Title.Outline()
        if let color = try fields.color("color") { outline.color = color }
        outline.width = try fields.distance("width", on: canvas)
        return outline
    }

    private func shadow(_ canvas: PixelSize) throws -> Title.Shadow? {
        guard let fields = try mapping("shadow", known: ["color", "x", "y", "blur"], of: "a shadow", orValue: true)
        else {
            return try color("shadow").map { Title.Shadow($0) }
        }
        var shadow = Title.Shadow()
        if let color = try fields.color("color") { shadow.color = color }
        shadow.x = try fields.canvasLength("x")?.pixels(of: canvas.height)
        shadow.y = try fields.canvasLength("y")?.pixels(of: canvas.height)
        shadow.blur = try fields.distance("blur", on: canvas)
        if let blur = shadow.blur, blur > Self.mostBlur {
            throw fields.error("blur", "blur must be at most \(Int(Self.mostBlur)) pixels.")
        }
        return shadow
    }

    /// The largest blur of a shadow, in canvas pixels, as of the effect.
    private static let mostBlur = 200.0

    private func box(_ canvas: PixelSize) throws -> Title.Box? {
        let known = ["color", "padding", "radius"]
        guard let fields = try mapping("box", known: known, of: "a title's box", orValue: true) else {
            return try color("box").map { Title.Box($0) }
        }
        guard let color = try fields.color("color") else {
            throw fields.error("A title's box needs a color, like {color: \"#101418c0\"}.")
        }
        return Title.Box(
            color, padding: try fields.distance("padding", on: canvas),
            radius: try fields.distance("radius", on: canvas) ?? 0)
    }
}
