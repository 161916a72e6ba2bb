private import CPango
import Composition
import Frames

extension PlannedSubtitles {
    /// Warnings about fonts that texts on the picture need and this machine does not have, for the user, as sentences.
    ///
    /// The fonts of the machine are the same for Pango, which checks them here, and for libass, which draws the texts.
    var fontWarnings: [String] {
        // A script can bring its fonts.
        guard let burned, !track.script.split(whereSeparator: \.isNewline).contains("[Fonts]") else { return [] }
        return fonts(of: burned).flatMap { family, characters -> [String] in
            // The comma says that the last word is not a style.
            var title = Title(text: characters)
            // libass also knows the name of a single font.
            (title.font, title.size) = (Self.isName(ofFont: family) ? "Sans" : family + ",", 16)
            let size = PixelSize(width: 256, height: 256)
            // What cannot be laid out is an error when it is rendered.
            let drawing = try? TitleDrawing(title, frame: size, size: size)
            return (drawing?.fontWarnings(of: "the subtitles \(name)") ?? []).map { $0.at(origin) }
        }
    }

    /// Each font's family, with the characters for which it is used.
    private func fonts(of style: SubtitleStyle) -> [(family: String, characters: String)] {
        let styles = track.isStyled ? scriptFonts : [:]
        func font(ofStyle name: Substring) -> String? { styles[Self.trimmed(name.drop { $0 == "*" })] }
        let usual = font(ofStyle: "Default") ?? (track.isStyled ? "Sans" : style.font)
        var texts: [(family: String, characters: Set<Character>)] = []
        for cue in track.cues {
            // Placements are the layer, the style and more.
            let fields = cue.placement.split(separator: ",", omittingEmptySubsequences: false)
            let own = fields.count > 1 ? font(ofStyle: fields[1]) ?? usual : usual
            var (family, isDrawing) = (own, false)
            for piece in cue.markup.split(separator: "{", omittingEmptySubsequences: false) {
                let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
                let isInstruction = parts.count > 1 && (track.isStyled || parts[0].hasPrefix("\\"))
                for tag in isInstruction ? parts[0].matches(of: #/\\(fn|r|p(?=[0-9]))([^\\]*)/#) : [] {
                    switch tag.1 {
                    case "fn": family = ["", "0"].contains(tag.2) ? own : Self.trimmed(tag.2)
                    case "r": family = font(ofStyle: tag.2) ?? own
                    default: isDrawing = !tag.2.hasPrefix("0")
                    }
                }
                if isDrawing { continue }
                let text = (isInstruction ? parts[1] : piece).replacing(#/\\[Nnh]/#, with: "")
                let characters = Set(text.filter { !$0.isWhitespace })
                if characters.isEmpty { continue }
                if let index = texts.firstIndex(where: { $0.family == family }) {
                    texts[index].characters.formUnion(characters)
                } else {
                    texts.append((family, characters))
                }
            }
        }
        return texts.map { ($0.family, $0.characters.sorted().map(String.init).joined(separator: " ")) }
    }

    /// The family of each of a script's styles.
    private var scriptFonts: [String: String] {
        var fonts: [String: String] = [:]
        var (name, font) = (0, 1)
        for line in track.script.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count > 1 else { continue }
            let fields = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
            switch parts[0] {
            case "Format":
                name = fields.firstIndex { $0.lowercased() == "name" } ?? 0
                font = fields.firstIndex { $0.lowercased() == "fontname" } ?? 1
            case "Style" where fields.count > max(name, font):
                fonts[fields[name]] = String(fields[font].drop { $0 == "@" })
            default: break
            }
        }
        return fonts
    }

    /// A field of a script without the spaces around it.
    private static func trimmed(_ field: Substring) -> String {
        String(field.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Whether a name is that of one of the machine's fonts, such as `DejaVu Sans Bold`, rather than of a family.
    private static func isName(ofFont name: String) -> Bool {
        guard let pattern = unsafe FcPatternCreate(), let fields = unsafe FcObjectSetCreate() else { return false }
        defer {
            unsafe FcObjectSetDestroy(fields)
            unsafe FcPatternDestroy(pattern)
        }
        unsafe FcPatternAddString(pattern, FC_FULLNAME, name)
        guard let found = unsafe FcFontList(nil, pattern, fields) else { return false }
        defer { unsafe FcFontSetDestroy(found) }
        return unsafe found.pointee.nfont > 0
    }
}
