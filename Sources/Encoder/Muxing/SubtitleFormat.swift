package import Files
package import Frames
import LibAV

/// A format of subtitles in their own file.
package enum SubtitleFormat: String, Sendable, CaseIterable {
    /// SubRip.
    case srt
    /// WebVTT.
    case vtt
    /// Advanced SubStation Alpha.
    case ass

    /// Chooses the format by a file name's extension; `nil` if unsupported.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else { return nil }
        self = format
    }

    /// The contents of a file with a track's texts.
    ///
    /// - Throws: ``FileError`` if libavcodec cannot encode them.
    package func text(of track: SubtitleTrack) throws(FileError) -> String {
        guard self != .ass else { return track.script() }
        try FFmpeg.load()
        do throws(LibAVError) {
            let encoder = try SubtitleEncoder(self == .srt ? "subrip" : "webvtt", for: track)
            var text = self == .vtt ? "WEBVTT\n\n" : ""
            for (index, cue) in track.cues.enumerated() {
                let times = [cue.start, cue.end].map(clock).joined(separator: " --> ")
                // An empty line would end the text (WebVTT, section 4.1). libavcodec writes carriage returns, too.
                let lines = String(decoding: try encoder.encode(cue), as: UTF8.self)
                    .split(whereSeparator: \.isNewline).joined(separator: "\n")
                    // A line of SubRip with times begins the next text. A character without width keeps it one.
                    .replacing("-->", with: "--\u{2060}>")
                text += (self == .srt ? "\(index + 1)\n" : "") + "\(times)\n\(lines)\n\n"
            }
            return text
        } catch {
            throw .failure("Encoding the subtitles", error)
        }
    }

    /// A time as `01:02:03,004`, with a period in WebVTT.
    private func clock(_ time: Duration) -> String {
        let milliseconds = (time.wholeNanoseconds + 500_000) / 1_000_000
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
        return parts.joined(separator: ":") + (self == .srt ? "," : ".") + digits(rest, 3)
    }
}
