import Composition
import Frames
import Notation

extension Fields {
    /// Reads a title: a text, or a mapping with a text and its style.
    ///
    /// - Parameter canvas: The canvas, of whose height lengths can be a part.
    func title(_ titleKey: Key<MappingOr<String>>, canvas: PixelSize) throws -> Title {
        let keys = TitleKeys.mapping
        let fields: Fields
        switch try required(titleKey) {
        case .mapping(let mapping): fields = mapping
        case .value(let text): return Title(text: text)
        }
        var title = Title(text: try fields.required(keys.text))
        title.isMarkup = try fields.value(keys.markup) ?? false
        if let error = title.markupError {
            throw fields.error(
                "text", "The title's markup is not valid: \(ForeignText.line(error)). Write &lt; for < and &amp; for &."
            )
        }
        if let font = try fields.value(keys.font) { title.font = font }
        if let color = try fields.value(keys.color) { title.color = color }
        title.background = try fields.value(keys.background)
        if let alignment = try fields.value(keys.alignment) { title.alignment = alignment }
        if let size = try fields.value(keys.size) {
            guard size.pixels(of: 1000) >= 1 else {
                throw fields.error("size", "size must be at least one pixel.")
            }
            title.size = size.pixels(of: canvas.height)
        }
        title.padding = try fields.value(keys.padding)?.pixels(of: canvas.height) ?? 0
        title.outline = try fields.outline(canvas)
        title.shadow = try fields.shadow(canvas)
        title.box = try fields.box(canvas)
        return title
    }

    private func outline(_ canvas: PixelSize) throws -> Title.Outline? {
        let keys = TitleKeys.Outline.mapping
        switch try value(TitleKeys.mapping.outline) {
        case .mapping(let fields):
            var outline = Title.Outline()
            if let color = try fields.value(keys.color) { outline.color = color }
            outline.width = try fields.value(keys.width)?.pixels(of: canvas.height)
            return outline
        case .value(let color): return Title.Outline(color)
        case nil: return nil
        }
    }

    private func shadow(_ canvas: PixelSize) throws -> Title.Shadow? {
        let keys = TitleKeys.Shadow.mapping
        switch try value(TitleKeys.mapping.shadow) {
        case .mapping(let fields):
            var shadow = Title.Shadow()
            if let color = try fields.value(keys.color) { shadow.color = color }
            shadow.x = try fields.value(keys.x)?.pixels(of: canvas.height)
            shadow.y = try fields.value(keys.y)?.pixels(of: canvas.height)
            shadow.blur = try fields.value(keys.blur)?.pixels(of: canvas.height)
            if let blur = shadow.blur, blur > Self.mostBlur {
                throw fields.error(keys.blur.name, "blur must be at most \(Int(Self.mostBlur)) pixels.")
            }
            return shadow
        case .value(let color): return Title.Shadow(color)
        case nil: return nil
        }
    }

    /// The largest blur of a shadow, in canvas pixels, as of the effect.
    private static let mostBlur = 200.0

    private func box(_ canvas: PixelSize) throws -> Title.Box? {
        let keys = TitleKeys.Box.mapping
        switch try value(TitleKeys.mapping.box) {
        case .mapping(let fields):
            return Title.Box(
                try fields.required(keys.color), padding: try fields.value(keys.padding)?.pixels(of: canvas.height),
                radius: try fields.value(keys.radius)?.pixels(of: canvas.height) ?? 0)
        case .value(let color): return Title.Box(color)
        case nil: return nil
        }
    }
}
