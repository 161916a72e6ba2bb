import Composition
import Foundation
import Frames
package import Notation

extension DescriptionReader {
    /// Reads subtitles.
    ///
    /// - Parameter canvas: The canvas, of whose height lengths can be a part.
    func subtitles(_ fields: Fields, canvas: PixelSize) throws -> SubtitleItem {
        var item: SubtitleItem
        let keys = SubtitleKeys.mapping
        if let language = try fields.value(keys.captions) {
            for key in [keys.file.name, keys.offset.name, keys.language.name] where fields[key] != nil {
                throw fields.error(
                    key, "captions: names the language of the pages' captions, which have their times. Remove \(key).")
            }
            item = SubtitleItem(captionsIn: language)
        } else {
            guard let name = try fields.value(keys.file) else {
                throw fields.error(
                    "The subtitles have no file. Write src: and its name, or captions: and a language for those of pages."
                )
            }
            item = SubtitleItem(path(name))
            item.startTime = try fields.value(keys.offset)
            item.language = try fields.value(keys.language)
        }
        item.stated = fields.stated
        item.title = try fields.value(keys.title)
        item.burned = try burning(fields, canvas)
        return item
    }

    private func burning(_ outer: Fields, _ canvas: PixelSize) throws -> SubtitleStyle? {
        var style = SubtitleStyle()
        let keys = SubtitleKeys.Burning.mapping
        let fields: Fields
        switch try outer.value(SubtitleKeys.mapping.burn) {
        case .mapping(let mapping): fields = mapping
        case .value(true): return style
        case .value(false), nil: return nil
        }
        if let font = try fields.value(keys.font) {
            guard !font.contains(where: { $0 == "," || $0.isNewline }) else {
                throw fields.error("font", "font must be one family, like DejaVu Sans.")
            }
            style.font = font
        }
        if let color = try fields.value(keys.color) { style.color = color }
        if let color = try fields.value(keys.outline) { style.outline = color }
        if let position = try fields.value(keys.position) { style.position = position }
        for (key, least, place) in [(keys.size, 1.0, \SubtitleStyle.size), (keys.margin, 0, \SubtitleStyle.margin)] {
            guard let length = try fields.value(key)?.pixels(of: canvas.height) else { continue }
            guard length >= least else { throw fields.error(key.name, "\(key.name) is too small.") }
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
