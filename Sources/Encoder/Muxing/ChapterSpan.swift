import Frames
import LibAV

/// A chapter from its beginning to its end, as the muxer takes it.
struct ChapterSpan {
    /// Units a second in ``start`` and ``end``.
    static let timeScale: CInt = 1_000_000
    /// The longest name that an MP4 chapter list holds, in bytes: its length
    /// is stored in one byte.
    static let longestName = 255

    /// What players show.
    let name: String
    /// Where it begins.
    let start: Int64
    /// Where the next one begins, or the video ends.
    let end: Int64

    /// Puts chapters in order and gives each its end.
    ///
    /// Those that begin after the video's end are put at its end; names are
    /// cut between characters to what the format holds. If none begins with
    /// the video, one is added: libav's chapter track has no way to begin
    /// late, and would move the first one to the start.
    ///
    /// - Parameter opening: The name of the chapter that is added.
    static func spans(of chapters: [Chapter], movieLength: Duration, opening: String) -> [ChapterSpan] {
        var inTime = chapters.map { chapter in
            (name: chapter.name, start: min(max(chapter.start, .zero), movieLength))
        }
        if let first = inTime.map(\.start).min(), first > .zero {
            inTime.insert((name: opening.isEmpty ? "Start" : opening, start: .zero), at: 0)
        }
        // Stable: two marks at the same time stay as they were made.
        let ordered = inTime.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        return ordered.enumerated().map { index, chapter in
            let end = index + 1 < ordered.count ? ordered[index + 1].start : movieLength
            return ChapterSpan(name: fitting(chapter.name), start: units(chapter.start), end: units(end))
        }
    }

    private static func units(_ time: Duration) -> Int64 { Int64(time.wholeNanoseconds / 1000) }

    private static func fitting(_ name: String) -> String {
        var name = name
        while name.utf8.count > longestName { name.removeLast() }
        return name
    }
}
