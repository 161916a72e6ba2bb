import Composition
import Foundation
import Frames
package import Notation

extension DescriptionReader {
    static let subtitleKeys = ["src", "captions", "at", "language", "title", "burn"]

    /// Reads subtitles.
    ///
    /// - Parameter canvas: The canvas, of whose height lengths can be a part.
    func subtitles(_ fields: Fields, canvas: PixelSize) throws -> SubtitleItem {
        var item: SubtitleItem
        if let language = try fields.value("captions", .language) {
            for key in ["src", "at", "language"] where fields[key] != nil {
                throw fields.error(
                    key, "captions: names the language of the pages' captions, which have their times. Remove \(key).")
            }
            item = SubtitleItem(captionsIn: language)
        } else {
            guard let name = try fields.text("src") else {
                throw fields.error(
                    "The subtitles have no file. Write src: and its name, or captions: and a language for those of pages."
                )
            }
            item = SubtitleItem(path(name))
            item.startTime = try fields.offset("at")
            item.language = try fields.value("language", .language)
        }
        item.stated = fields.stated
        item.title = try fields.text("title")
        item.burned = try burning(fields, canvas)
        return item
    }

    private func burning(_ outer: Fields, _ canvas: PixelSize) throws -> SubtitleStyle? {
        var style = SubtitleStyle()
        let known = ["font", "size", "color", "outline", "position", "margin"]
        guard let fields = try outer.mapping("burn", known: known, of: "burned-in subtitles", orValue: true) else {
            return try outer.bool("burn", "true, false or {size: 6%, position: top}") == true ? style : nil
        }
        if let font = try fields.text("font") {
            guard !font.contains(where: { $0 == "," || $0.isNewline }) else {
                throw fields.error("font", "font must be one family, like DejaVu Sans.")
            }
            style.font = font
        }
        if let color = try fields.color("color") { style.color = color }
        if let color = try fields.color("outline") { style.outline = color }
        if let position = try fields.choice("position", SubtitleStyle.Position.self) { style.position = position }
        for (key, place) in [("size", \SubtitleStyle.size), ("margin", \SubtitleStyle.margin)] {
            guard let length = try fields.canvasLength(key)?.pixels(of: canvas.height) else { continue }
            guard length >= (key == "size" ? 1 : 0) else { throw fields.error(key, "\(key) is too small.") }
            style[keyPath: place] = length
        }
        return style
    }
}

extension Form where Value == String {
    /// A language, as ISO 639-2/T.
    package static var language: Form<String> {
        Form("a language like de, eng or pt-BR") { Locale.LanguageCode.terminological($0) }
    }
}
