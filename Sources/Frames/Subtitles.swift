/// A text that a video shows for some time.
public struct SubtitleCue: Sendable, Hashable {
    /// When the text appears and disappears, measured from the start of the video.
    public var start, end: Duration
    /// The text in Advanced SubStation Alpha's notation, as libavcodec uses it for all formats.
    ///
    /// `\N` begins a line, and `{\i1}` is an instruction. Other braces are text, except in tracks that were such a script.
    public var markup: String
    /// What precedes the text in a script of that format: layer, style, name, margins and effect, each with a comma.
    package var placement = SubtitleCue.usualPlacement

    package static let usualPlacement = "0,Default,,0,0,0,,"

    /// Describes a text in that notation.
    public init(markup: String, start: Duration, end: Duration) {
        self.markup = markup
        (self.start, self.end) = (start, end)
    }

    /// Describes an ordinary text, whose line feeds begin lines.
    public init(text: String, start: Duration, end: Duration) {
        // Characters without width keep a backslash from becoming an escape, and a brace before it an instruction.
        let markup = text.reduce(into: "") { markup, character in
            switch character {
            case "\\": markup += "\u{2060}\\\u{2060}"
            case _ where character.isNewline: markup += "\\N"
            default: markup.append(character)
            }
        }
        self.init(markup: markup, start: start, end: end)
    }
}

extension String {
    /// A text's markup with plain braces in place of escaped ones.
    ///
    /// Scripts escape braces that are text, and so does libavcodec's decoder of WebVTT: since FFmpeg 7.1 by an empty
    /// instruction behind the brace.
    package var withoutEscapedBraces: String {
        replacing("\\{{}", with: "{").replacing("\\{", with: "{").replacing("\\}", with: "}")
    }
}

/// The texts of a video in one language.
public struct SubtitleTrack: Sendable, Hashable {
    /// The language as ISO 639-2/T, such as `deu`; empty if unknown.
    public var language = ""
    /// The name that players show; empty for none.
    public var title = ""
    /// The texts, by their start.
    public var cues: [SubtitleCue] = []
    /// The sections of an Advanced SubStation Alpha script before its events; empty for the usual style.
    package var script = ""
    /// Whether the file was such a script, whose styles, positions and animations other formats lack.
    package var isStyled = false

    /// Creates an empty track.
    public init(language: String = "", title: String = "") {
        self.language = language
        self.title = title
    }

    /// From the start of the first text to the end of the last; `nil` without texts.
    package var times: Range<Duration>? {
        guard let first = cues.map(\.start).min(), let last = cues.map(\.end).max() else { return nil }
        return first..<last
    }

    /// The part of the track in a range of times, counted from the start of the range.
    public func part(_ range: Range<Duration>) -> SubtitleTrack {
        var part = self
        part.cues = cues.compactMap { cue in
            let (start, end) = (max(cue.start, range.lowerBound), min(cue.end, range.upperBound))
            guard start < end else { return nil }
            var cue = cue
            (cue.start, cue.end) = (start - range.lowerBound, end - range.lowerBound)
            return cue
        }
        return part
    }

    /// The same texts without overlaps: texts that are shown at the same time become lines of one.
    package var withoutOverlaps: SubtitleTrack {
        let moments = Set(cues.flatMap { [$0.start, $0.end] }).sorted()
        // A film has thousands of texts, so each moment looks at those around it only.
        let ordered = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        var (next, shown): (Int, [SubtitleCue]) = (0, [])
        var flat = self
        flat.cues = zip(moments, moments.dropFirst()).compactMap { start, end in
            shown.removeAll { $0.end <= start }
            while next < ordered.count, ordered[next].element.start <= start {
                if ordered[next].element.end > start { shown.append(ordered[next].element) }
                next += 1
            }
            guard !shown.isEmpty else { return nil }
            return SubtitleCue(markup: shown.map(\.markup).joined(separator: "\\N"), start: start, end: end)
        }
        // A text that goes on while others come and go stays one cue.
        flat.cues = flat.cues.reduce(into: []) { joined, cue in
            if let last = joined.last, last.end == cue.start, last.markup == cue.markup {
                joined[joined.count - 1].end = cue.end
            } else {
                joined.append(cue)
            }
        }
        return flat
    }
}
