import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder

/// Files of subtitles, as ffmpeg reads them.
@Suite("Files of subtitles")
struct SubtitleFormatTests {
    @Test("A text that looks like times stays one text", arguments: [SubtitleFormat.srt, .vtt, .ass])
    func times(format: SubtitleFormat) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(format.rawValue)")
        var track = SubtitleTrack()
        track.cues = [
            SubtitleCue(
                text: "a --> b\n\n7\n00:00:01,000 --> 00:00:02,000\n00:01.000 --> 00:02.000\nc", start: .zero,
                end: .seconds(3))
        ]
        try format.text(of: track).write(toFile: path, atomically: true, encoding: .utf8)
        let read = try await Tool.run(
            "ffprobe", ["-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", path])
        let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
        #expect(lines.map { $0.split(separator: ",").compactMap { Double($0) } } == [[0, 3]], "\(lines)")
    }

    @Test("Thousands of texts, of which some overlap, become lines of one")
    func many() {
        var track = SubtitleTrack()
        track.cues = (0..<20_000).map {
            SubtitleCue(text: "\($0)", start: .milliseconds(10 * $0), end: .milliseconds(10 * $0 + 15))
        }
        let flat = track.withoutOverlaps.cues
        #expect(flat.count == 39_999)
        #expect(flat.prefix(3).map(\.markup) == ["0", "0\\N1", "1"])
        #expect(flat.prefix(3).map(\.end) == [10, 15, 20].map { .milliseconds($0) })
    }
}
