private import CPango
import Composition
import Foundation
import Notation

/// What the machine's fonts lack for a text.
extension TitleDrawing {
    /// Warnings about fonts that are missing for a title, for the user, as sentences.
    var warnings: [String] { fontWarnings(of: name) }

    /// Warnings about fonts that are missing.
    ///
    /// - Parameter name: What messages call the text.
    func fontWarnings(of name: String) -> [String] {
        var warnings = fonts().compactMap { substitution(of: $0, for: name) }
        if let missing = missingCharacters(of: name) { warnings.append(missing) }
        return warnings
    }

    /// The title with its first line, as messages quote it.
    private var name: String {
        let line = ForeignText.line(title.plainText.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
        return "the title " + (line.count > 40 ? "'\(line.prefix(39))…'" : "'\(line)'")
    }

    // MARK: Substitutes

    /// The names of families that fontconfig and Pango always substitute.
    private static let genericFamilies: Set<String> = [
        "sans", "sansserif", "serif", "monospace", "mono", "cursive", "fantasy", "systemui", "emoji", "math",
        "uisansserif", "uiserif", "uimonospace", "uirounded", "fangsong",
    ]

    /// The descriptions of all fonts of the text, without their sizes, each once.
    private func fonts() -> [String] {
        var found: [String] = []
        func add(_ font: OpaquePointer?) {
            let copy = unsafe pango_font_description_copy(font)
            defer { unsafe pango_font_description_free(copy) }
            unsafe pango_font_description_unset_fields(copy, PANGO_FONT_MASK_SIZE)
            guard let text = unsafe pango_font_description_to_string(copy) else { return }
            defer { unsafe g_free(text) }
            let name = unsafe String(cString: text)
            if !found.contains(name) { found.append(name) }
        }
        let base = unsafe pango_layout_get_font_description(layout)
        guard let attributes = unsafe pango_layout_get_attributes(layout) else {
            unsafe add(base)
            return found
        }
        let iterator = unsafe pango_attr_list_get_iterator(attributes)
        defer { unsafe pango_attr_iterator_destroy(iterator) }
        repeat {
            let font = unsafe pango_font_description_copy(base)
            defer { unsafe pango_font_description_free(font) }
            unsafe pango_attr_iterator_get_font(iterator, font, nil, nil)
            unsafe add(font)
        } while unsafe pango_attr_iterator_next(iterator) != 0
        return found
    }

    /// Says what takes the place of a font; `nil` if the font is there.
    ///
    /// - Parameters:
    ///   - description: A font description without a size.
    ///   - name: What messages call the text.
    private func substitution(of description: String, for name: String) -> String? {
        let wanted = unsafe pango_font_description_from_string(description)
        defer { unsafe pango_font_description_free(wanted) }
        let context = unsafe pango_layout_get_context(layout)
        unsafe pango_font_description_set_absolute_size(wanted, title.size * Double(PANGO_SCALE))
        guard let font = unsafe pango_font_map_load_font(pango_context_get_font_map(context), context, wanted) else {
            return "This machine has no font for \(name). Install one, such as Debian's package "
                + "fonts-dejavu-core."
        }
        defer { unsafe g_object_unref(font) }
        let families = unsafe pango_font_description_get_family(wanted).map { unsafe String(cString: $0) } ?? ""
        let names = families.split(separator: ",").map { Self.comparable(String($0)) }
        let loaded = unsafe pango_font_describe(font)
        defer { unsafe pango_font_description_free(loaded) }
        unsafe pango_font_description_unset_fields(loaded, PANGO_FONT_MASK_SIZE)
        guard let text = unsafe pango_font_description_to_string(loaded) else { return nil }
        defer { unsafe g_free(text) }
        let substitute = ForeignText.line(unsafe String(cString: text))
        let there = Self.genericFamilies.union(unsafe Self.families(of: font).map(Self.comparable))
        guard names.isEmpty || !there.isDisjoint(with: names) else {
            return
                "The font '\(ForeignText.line(families))' of \(name) is not installed: '\(substitute)' takes "
                + "its place. Install it, or write a font that 'fc-list : family' lists."
        }
        guard unsafe Self.differ(wanted, loaded) else { return nil }
        return "The font '\(ForeignText.line(description))' of \(name) is not installed in that style: "
            + "'\(substitute)' takes its place. 'fc-list : family style' lists the styles of each font."
    }

    /// Whether the weight, slant or width of a font is not the one that is wanted.
    private static func differ(_ wanted: OpaquePointer?, _ loaded: OpaquePointer?) -> Bool {
        let fields = unsafe pango_font_description_get_set_fields(wanted).rawValue
        func isSet(_ field: PangoFontMask) -> Bool { fields & field.rawValue != 0 }
        if isSet(PANGO_FONT_MASK_WEIGHT) {
            let weights = unsafe [wanted, loaded].map { unsafe Int(pango_font_description_get_weight($0).rawValue) }
            // Foundries do not agree about the degrees of light.
            if max(weights[0], weights[1]) >= 350, abs(weights[0] - weights[1]) >= 80 { return true }
        }
        if isSet(PANGO_FONT_MASK_STYLE) {
            // Italic and oblique take each other's place.
            let upright = unsafe [wanted, loaded].map {
                unsafe pango_font_description_get_style($0) == PANGO_STYLE_NORMAL
            }
            if upright[0] != upright[1] { return true }
        }
        guard isSet(PANGO_FONT_MASK_STRETCH) else { return false }
        // Foundries do not agree about the degrees of narrow and wide either.
        let widths = unsafe [wanted, loaded].map { font in
            let stretch = unsafe pango_font_description_get_stretch(font).rawValue
            return (stretch < PANGO_STRETCH_NORMAL.rawValue, stretch > PANGO_STRETCH_NORMAL.rawValue)
        }
        return widths[0] != widths[1]
    }

    /// All names of a font's family, such as that in the language of its country.
    private static func families(of font: UnsafeMutablePointer<PangoFont>) -> [String] {
        // On Linux, all fonts are fontconfig's.
        let pattern = unsafe font.withMemoryRebound(to: PangoFcFont.self, capacity: 1) {
            unsafe pango_fc_font_get_pattern($0)
        }
        var names: [String] = []
        var name: UnsafeMutablePointer<FcChar8>?
        while unsafe FcPatternGetString(pattern, FC_FAMILY, CInt(names.count), &name) == FcResultMatch,
            let found = unsafe name
        {
            unsafe names.append(String(cString: found))
        }
        return names
    }

    /// A family's name as fontconfig compares it.
    private static func comparable(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace && $0 != "-" }
    }

    // MARK: Missing characters

    /// Says which characters no font has; `nil` if every one is there.
    private func missingCharacters(of name: String) -> String? {
        let missing = unknownScalars()
        guard !missing.isEmpty else { return nil }
        let most = 4
        var names = missing.prefix(most).map { "'\(ForeignText.line(String($0)))' (\(Self.code(of: $0)))" }
        if missing.count > most { names.append("\(missing.count - most) more") }
        let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names[0]
        let scripts = Self.unique(missing.compactMap(Self.scriptName)).joined(separator: ", ")
        let packages = Self.unique(missing.compactMap(Self.package)).joined(separator: " and ")
        let advice =
            packages.isEmpty
            ? "Install the font that has them" : "Install fonts that have them, such as Debian's package \(packages)"
        let code = String(missing[0].value, radix: 16)
        return
            "No font has \(list) of \(name)\(scripts.isEmpty ? "" : " (\(scripts))"): they are drawn as boxes. \(advice); "
            + "'fc-list :charset=\(code)' lists fonts that have \(Self.code(of: missing[0]))."
    }

    private static func unique(_ names: [String]) -> [String] {
        names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
    }

    private static func code(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The characters that no font covers, each once.
    func unknownScalars() -> [Unicode.Scalar] {
        var found: [Unicode.Scalar] = []
        let iterator = unsafe pango_layout_get_iter(layout)
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let run = unsafe pango_layout_iter_get_run_readonly(iterator), let glyphs = unsafe run.pointee.glyphs
            else { continue }
            for index in 0..<Int(unsafe glyphs.pointee.num_glyphs) {
                let glyph = unsafe glyphs.pointee.glyphs[index].glyph
                guard glyph & Self.unknownFlag != 0, let scalar = Unicode.Scalar(glyph & ~Self.unknownFlag),
                    !found.contains(scalar)
                else { continue }
                found.append(scalar)
            }
        } while unsafe pango_layout_iter_next_run(iterator) != 0
        return found
    }

    /// `PANGO_GLYPH_UNKNOWN_FLAG`, a macro with a cast, which Swift does not import.
    private static let unknownFlag: PangoGlyph = 0x1000_0000

    /// The ISO 15924 code of a character's script, such as `Hira`.
    private static func script(of scalar: Unicode.Scalar) -> String {
        let tag = g_unicode_script_to_iso15924(g_unichar_get_script(scalar.value))
        return String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
    }

    /// The English name of a character's script; `nil` for those that many scripts share.
    private static func scriptName(of scalar: Unicode.Scalar) -> String? {
        let code = script(of: scalar)
        guard !["Zyyy", "Zinh", "Zzzz"].contains(code) else { return nil }
        return Locale(identifier: "en_US").localizedString(forScriptCode: code)
    }

    /// The Debian package of a font with a character; `nil` for private characters and those not assigned.
    private static func package(for scalar: Unicode.Scalar) -> String? {
        if [.privateUse, .unassigned].contains(scalar.properties.generalCategory) { return nil }
        if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
        return switch script(of: scalar) {
        case "Hani", "Hira", "Kana", "Hang", "Bopo": "fonts-noto-cjk"
        case "Latn", "Grek", "Cyrl": "fonts-dejavu-core"
        case "Zyyy", "Zinh": "fonts-noto-core or fonts-symbola"
        default: "fonts-noto-core"
        }
    }
}

extension TimelinePlan {
    /// Warnings about fonts that titles and subtitles on the picture need and this machine does not have, for the user,
    /// as sentences.
    ///
    /// Rendering reports them too.
    package var fontWarnings: [String] {
        let titles = (clips + overlays).flatMap { clip -> [String] in
            guard case .title(let title) = clip.source else { return [] }
            // What cannot be laid out is an error when it is rendered.
            let drawing = try? TitleDrawing(title, frame: clip.layout.frame.size, size: clip.layout.frame.size)
            return (drawing?.warnings ?? []).map { $0.at(clip.origin) }
        }
        return titles + subtitles.flatMap(\.fontWarnings)
    }
}
