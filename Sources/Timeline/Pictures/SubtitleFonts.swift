private import CPango
private import CSystemCalls
import Composition
import Decoder
import Frames
import Glibc

extension PlannedSubtitles {
    /// Warnings about fonts that texts on the picture need and this machine does not have, for the user, as sentences.
    ///
    /// The fonts of the machine are the same for Pango, which checks them here, and for libass, which draws the texts.
    var fontWarnings: [String] {
        guard let burned else { return [] }
        let faces = ScriptFont.fonts(in: track.script).flatMap(\.faces)
        return fonts(of: burned).flatMap { family, characters -> [String] in
            // A script can bring its fonts.
            let own = faces.filter { $0.names.contains(family.lowercased()) }
            let others = characters.filter { character in !own.contains { $0.has(character) } }
            if !own.isEmpty && others.isEmpty { return [] }
            var title = Title(text: others.sorted().map(String.init).joined(separator: " "))
            // libass also knows the name of a single font. The comma says that the last word is not a style.
            (title.font, title.size) = (own.isEmpty && !Self.isName(ofFont: family) ? family + "," : "Sans", 16)
            let size = PixelSize(width: 256, height: 256)
            // What cannot be laid out is an error when it is rendered.
            let drawing = try? TitleDrawing(title, frame: size, size: size)
            return (drawing?.fontWarnings(of: "the subtitles \(name)") ?? []).map { $0.at(origin) }
        }
    }

    /// Each font's family, with the characters for which it is used.
    private func fonts(of style: SubtitleStyle) -> [(family: String, characters: Set<Character>)] {
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
        return texts
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

/// A font's names, as libass compares them, and its characters.
@safe private final class FontFace {
    private let pattern: OpaquePointer

    /// - Parameter pattern: The font; it is freed with the face.
    init(_ pattern: OpaquePointer) { unsafe self.pattern = pattern }

    deinit { unsafe FcPatternDestroy(pattern) }

    /// The names in lower case.
    var names: Set<String> {
        var names: Set<String> = []
        for field in [FC_FAMILY, FC_FULLNAME, FC_POSTSCRIPT_NAME] {
            var (name, index): (UnsafeMutablePointer<FcChar8>?, CInt) = (nil, 0)
            while unsafe FcPatternGetString(pattern, field, index, &name) == FcResultMatch, let found = unsafe name {
                unsafe names.insert(String(cString: found).lowercased())
                index += 1
            }
        }
        return names
    }

    /// Whether the font has all parts of a character.
    func has(_ character: Character) -> Bool {
        var characters: OpaquePointer?
        guard unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else { return false }
        return character.unicodeScalars.allSatisfy { unsafe FcCharSetHasChar(characters, $0.value) != 0 }
    }
}

extension ScriptFont {
    /// The fonts of the file; a collection has several.
    fileprivate var faces: [FontFace] {
        let file = unsafe bytes.withUnsafeBytes { unsafe memory_file_create("font", $0.baseAddress, $0.count) }
        guard file >= 0, let set = unsafe FcFontSetCreate() else { return [] }
        defer {
            unsafe FcFontSetDestroy(set)
            close(file)
        }
        unsafe FcFreeTypeQueryAll("/proc/self/fd/\(file)", UInt32.max, nil, nil, set)
        return (0..<Int(unsafe set.pointee.nfont)).compactMap { index in
            guard let pattern = unsafe set.pointee.fonts[index] else { return nil }
            unsafe FcPatternReference(pattern)
            return unsafe FontFace(pattern)
        }
    }
}
