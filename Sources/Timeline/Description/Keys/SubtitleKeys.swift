import Composition
import Notation

/// The keys of subtitles.
struct SubtitleKeys {
    let file = Key("src", .text, "A file with subtitles: .srt, .vtt, .ass or a video.")
    let captions = Key("captions", .language, "The language of the captions that the pages send, instead of src.")
    let offset = Key("at", .offset, "A time that is added to all times of the file (default: 0).")
    let language = Key("language", .language, "The language (default: that of the file).")
    let title = Key("title", .text, "The name that players show.")
    let burn = Key.mapping(
        "burn", Burning.mapping, orFlag: "true, false or {size: 6%, position: top}",
        "Draws the texts on the picture (default: false).")

    static let mapping = DescribedMapping("subtitles", SubtitleKeys()) { [$0.file, $0.captions] }

    /// The keys of the style of texts on the picture.
    struct Burning {
        let font = Key("font", .text, "A font family (default: Sans).")
        let size = Key("size", .canvasLength, "The height of a line (default: 8%).")
        let color = Key("color", .color, "The color of the text (default: white).")
        let outline = Key("outline", .color, "The color of the outline (default: black).")
        let position = Key<SubtitleStyle.Position>.choice("position", "Where texts are (default: bottom).")
        let margin = Key("margin", .canvasLength, "The distance from the edge (default: 5%).")

        static let mapping = DescribedMapping("burned-in subtitles", Burning())
    }
}
