import Encoder
import Files
public import Frames

/// Subtitles of a timeline, with the times of the timeline.
public struct PlannedSubtitles: Sendable, Equatable {
    /// The name of the file; `captions` for those of the pages.
    public var name: String
    /// Where the subtitles are described, for messages about their file.
    public var origin: String?
    /// The texts; those of pages are there when the pages are recorded.
    public var track: SubtitleTrack
    /// Whether the texts are the captions of the timeline's pages.
    public var isOfPages = false
    /// How the texts are drawn on the pictures; `nil` to write them as a track of movies.
    public var burned: SubtitleStyle?
    /// How many texts of the file are outside the timeline.
    package var omitted = 0

    /// Creates subtitles.
    public init(name: String, track: SubtitleTrack) {
        (self.name, self.track) = (name, track)
    }
}

extension TimelinePlan {
    /// The tracks of subtitles in a range of frames, counted from the first.
    package func subtitleTracks(in frames: Range<Int>) -> [SubtitleTrack] {
        let range = frameRate.time(ofFrame: frames.lowerBound)..<frameRate.time(ofFrame: frames.upperBound)
        return subtitles.filter { $0.burned == nil }.map { $0.track.part(range) }
    }

    /// The contents of an output that is a file of subtitles; `nil` for other outputs.
    ///
    /// - Throws: `FileError` if the timeline has no such subtitles.
    package func subtitles(for output: PlannedOutput) throws -> String? {
        guard case .subtitles(let language) = output.kind, let format = SubtitleFormat(fileName: output.path) else {
            return nil
        }
        let tracks = subtitles.map(\.track).filter { language == nil || $0.language == language }
        guard let track = tracks.first else {
            let which = language.map { "subtitles in the language \($0)" } ?? "subtitles"
            throw FileError(
                .invalidSettings, "The timeline has no \(which) for \(output.path).".at(output.origin))
        }
        let frames = output.frames ?? 0..<frameCount
        let range = frameRate.time(ofFrame: frames.lowerBound)..<frameRate.time(ofFrame: frames.upperBound)
        return try format.text(of: track.part(range))
    }

    /// Warnings about subtitles, for the user, as sentences.
    package var subtitleWarnings: [String] {
        subtitles.compactMap { subtitles in
            guard subtitles.omitted > 0 else {
                guard subtitles.track.cues.isEmpty, !subtitles.isOfPages else { return nil }
                return "The subtitles \(subtitles.name) have no texts.".at(subtitles.origin)
            }
            let texts = subtitles.omitted == 1 ? "1 text is" : "\(subtitles.omitted) texts are"
            return "The subtitles \(subtitles.name) are longer than the timeline: \(texts) left out."
                .at(subtitles.origin)
        }
    }
}
