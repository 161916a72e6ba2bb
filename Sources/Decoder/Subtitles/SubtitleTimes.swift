/// The times that a script of subtitles states, line by line.
///
/// libavformat reads no error from a damaged time: it shows it as text in SubRip, ends there in WebVTT, and leaves the
/// event out in Advanced SubStation Alpha. Where a text ends before it begins, it lasts until the next.
///
/// Sources: W3C, WebVTT, section 4.1 (timestamps and cue timings); SubRip's de facto format (`hh:mm:ss,mmm`); Advanced
/// SubStation Alpha's specification, section 5 (`h:mm:ss.cc`).
struct SubtitleTimes {
    /// A notation of times.
    private enum Notation: String {
        case subRip = "srt", webVTT = "webvtt", script = "ass"

        /// A time as it should be written, for messages.
        var example: String {
            switch self {
            case .subRip: "00:00:01,500 --> 00:00:02,500"
            case .webVTT: "00:00:01.500 --> 00:00:02.500"
            case .script: "0:00:01.50,0:00:02.50"
            }
        }

        /// Parses a time, in its smallest unit; `nil` if it is not one.
        func time(_ text: String) -> Int? {
            let (separators, digits): (Set<Character>, Int) =
                switch self {
                case .subRip: ([",", "."], 3)
                case .webVTT: (["."], 3)
                case .script: ([".", ":", ","], 2)
                }
            guard let separator = text.lastIndex(where: separators.contains) else { return nil }
            let fraction = text[text.index(after: separator)...]
            let fields = text[..<separator].split(separator: ":", omittingEmptySubsequences: false)
            let isShort = self == .webVTT && fields.count == 2
            guard fraction.count == digits, fields.count == 3 || isShort else { return nil }
            var time = 0
            for (index, field) in (fields + [fraction]).enumerated() {
                guard field.allSatisfy({ ("0"..."9").contains($0) }), !field.isEmpty, field.count < 7,
                    let number = Int(field)
                else { return nil }
                time = time * (index == fields.count ? digits == 3 ? 1000 : 100 : 60) + number
            }
            return time
        }
    }

    /// A line whose times cannot be read as its author meant them.
    struct Fault: Equatable {
        /// The line's number, from 1.
        let line: Int
        /// What is wrong with it, as a part of a sentence.
        let reason: String
    }

    private let notation: Notation

    /// Describes the times of a script; `nil` for a file that is not one.
    ///
    /// - Parameter demuxer: libavformat's name of the format.
    init?(demuxer: String) {
        guard let notation = Notation(rawValue: demuxer) else { return nil }
        self.notation = notation
    }

    /// The first line whose times are damaged, or whose text ends before it begins.
    ///
    /// - Parameter bytes: The script, in UTF-8, or in UTF-16 with a byte order mark.
    func fault(in bytes: [UInt8]) -> Fault? {
        var isComment = false
        var isAfterEmptyLine = true
        for (index, line) in Self.text(bytes).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            if notation == .webVTT {
                if line.isEmpty { isComment = false }
                if isAfterEmptyLine, ["NOTE", "STYLE", "REGION"].contains(where: line.hasPrefix) { isComment = true }
                isAfterEmptyLine = line.isEmpty
                if isComment { continue }
            }
            guard let (start, end) = times(in: line) else { continue }
            guard let first = notation.time(start), let last = notation.time(end) else {
                let shown = "\(start.prefix(30)) to \(end.prefix(30))"
                return Fault(line: index + 1, reason: "has no times like \(notation.example), but '\(shown)'")
            }
            if last < first { return Fault(line: index + 1, reason: "has a text that ends before it begins") }
        }
        return nil
    }

    /// What a line states as the start and the end of a text; `nil` if it is no line of times.
    private func times(in line: Substring) -> (start: String, end: String)? {
        if notation == .script {
            guard line.hasPrefix("Dialogue:") else { return nil }
            let fields = line.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count > 2 else { return (String(line), "") }
            return (Self.trimmed(fields[1]), Self.trimmed(fields[2]))
        }
        if let arrow = line.firstRange(of: "-->") {
            let start = Self.trimmed(line[..<arrow.lowerBound])
            // Settings of a cue, or a position, follow the end.
            let end = Self.trimmed(line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
            // SubRip's texts may have arrows.
            return notation == .webVTT || [start, end].contains(where: Self.resemblesTime) ? (start, end) : nil
        }
        // Another arrow between times, such as -> or a dash.
        let characters: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ":", ",", "."]
        let parts = line.split { !characters.contains($0) }
        guard parts.count == 2, let start = parts.first, let end = parts.last,
            notation.time(String(start)) != nil, notation.time(String(end)) != nil,
            Self.trimmed(line[..<start.startIndex]).isEmpty,
            !line[start.endIndex..<end.startIndex].contains(where: \.isLetter)
        else { return nil }
        return (Self.trimmed(line), "")
    }

    /// Whether a text begins like a time, with digits and a colon.
    private static func resemblesTime(_ text: String) -> Bool {
        let rest = text.drop { $0.isNumber }
        return rest.first == ":" && rest.startIndex > text.startIndex && rest.dropFirst().first?.isNumber == true
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The script as text, without a byte order mark.
    private static func text(_ bytes: [UInt8]) -> Substring {
        let isLittle = bytes.starts(with: [0xff, 0xfe])
        guard isLittle || bytes.starts(with: [0xfe, 0xff]) else {
            let text = String(decoding: bytes, as: UTF8.self)
            return text.first == "\u{feff}" ? text.dropFirst() : text[...]
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[isLittle ? index + 1 : index]) << 8 | UInt16(bytes[isLittle ? index : index + 1])
        }
        return String(decoding: units, as: UTF16.self)[...]
    }
}
