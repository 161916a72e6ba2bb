import Frames
import LibAV

/// A chapter with its start and end, as the muxer needs it.
struct ChapterSpan {
    /// Units per second of ``start`` and ``end``.
    static let timeScale: CInt = 1_000_000
    /// The longest chapter name in MP4, in bytes; its length is stored in one byte.
    static let longestName = 255

    /// The name that players show.
    let name: String
    /// The start, in units of ``timeScale``.
    let start: Int64
    /// The end, in units of ``timeScale``: the next chapter's start or the video's end.
    let end: Int64

    /// Sorts chapters by time and computes their ends.
    ///
    /// A start beyond the end of the video is moved to the end. Long names are truncated at a
    /// character boundary, or within a character that is too long itself. If no chapter begins at 0, one is added: libav's chapter track
    /// cannot begin late, and would move the first chapter to the start.
    ///
    /// - Parameters:
    ///   - chapters: The chapters, in any order.
    ///   - movieLength: The video's duration.
    ///   - opening: The name of the added chapter; "Start" if empty.
    static func spans(of chapters: [Chapter], movieLength: Duration, opening: String) -> [ChapterSpan] {
        var inTime = chapters.map { chapter in
            (name: chapter.name, start: min(max(chapter.start, .zero), movieLength))
        }
        if let first = inTime.map(\.start).min(), first > .zero {
            inTime.insert((name: opening.isEmpty ? "Start" : opening, start: .zero), at: 0)
        }
        // A stable sort: chapters at the same time keep their order.
        let ordered = inTime.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        return ordered.enumerated().map { index, chapter in
            let end = index + 1 < ordered.count ? ordered[index + 1].start : movieLength
            return ChapterSpan(name: fitting(chapter.name), start: units(chapter.start), end: units(end))
        }
    }

    private static func units(_ time: Duration) -> Int64 { Int64(time.wholeNanoseconds / 1000) }

    private static func fitting(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var (fitting, length) = (String.UnicodeScalarView(), 0)
        for scalar in name.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= longestName else { break }
            fitting.append(scalar)
        }
        let cut = String(fitting)
        // The last character may have lost what belongs to it.
        let whole =
            cut.last == name[name.index(name.startIndex, offsetBy: cut.count - 1)] ? cut : String(cut.dropLast())
        return whole.isEmpty ? cut : whole
    }
}
