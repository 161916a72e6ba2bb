import Composition
import Frames

extension PlannedSubtitles {
    /// Warnings about fonts that texts on the picture need and this machine does not have, for the user, as sentences.
    ///
    /// The fonts of the machine are the same for Pango, which checks them here, and for libass, which draws the texts.
    var fontWarnings: [String] {
        // A script can bring its fonts.
        guard let burned, !track.script.contains("[Fonts]") else { return [] }
        return fonts(of: burned).flatMap { family, characters -> [String] in
            // The comma says that the last word is not a style.
            var title = Title(text: characters)
            (title.font, title.size) = (family + ",", 16)
            let size = PixelSize(width: 256, height: 256)
            // What cannot be laid out is an error when it is rendered.
            let drawing = try? TitleDrawing(title, frame: size, size: size)
            return (drawing?.fontWarnings(of: "the subtitles \(name)") ?? []).map { $0.at(origin) }
        }
    }

    /// Each font's family, with the characters for which it is used.
    private func fonts(of style: SubtitleStyle) -> [(family: String, characters: String)] {
        let styles = track.isStyled ? scriptFonts : [:]
        var texts: [(family: String, characters: Set<Character>)] = []
        for cue in track.cues {
            // Placements are the layer, the style and more.
            let fields = cue.placement.split(separator: ",", omittingEmptySubsequences: false)
            var family = styles[fields.count > 1 ? String(fields[1]) : ""] ?? (track.isStyled ? "Sans" : style.font)
            let usual = family
            for piece in cue.markup.split(separator: "{", omittingEmptySubsequences: false) {
                let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
                let isInstruction = parts.count > 1 && parts[0].hasPrefix("\\")
                if isInstruction, let name = parts[0].firstMatch(of: #/\\fn([^\\]*)/#)?.1 {
                    family = name.isEmpty ? usual : String(name)
                }
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
        for line in track.script.split(whereSeparator: \.isNewline) where line.hasPrefix("Style:") {
            // The name and the font are first in every version of the format.
            let fields = line.dropFirst("Style:".count).split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count > 1 else { continue }
            let family = fields[1].drop { $0.isWhitespace || $0 == "@" }
            fonts[String(fields[0].drop(while: \.isWhitespace))] = String(family)
        }
        return fonts
    }
}
