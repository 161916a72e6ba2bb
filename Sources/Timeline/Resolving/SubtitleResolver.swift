import Decoder
import Files
import Frames
import Notation

/// Plans subtitles.
struct SubtitleResolver {
    let description: Timeline
    /// The timeline's length in frames.
    let frameCount: Int

    /// Plans subtitles.
    func subtitles(_ item: SubtitleItem) throws -> PlannedSubtitles {
        var planned =
            switch item.source {
            case .file(let path): try subtitles(item, inFile: path)
            case .pages: try captions(item)
            }
        planned.burned = item.burned
        return planned
    }

    /// Prepares a track for the captions of the pages.
    private func captions(_ item: SubtitleItem) throws -> PlannedSubtitles {
        let mark = item.stated["captions"]
        let hasPage = (description.clips + description.overlays).contains { item in
            if case .page = item.resource { true } else { false }
        }
        guard hasPage else {
            throw description.error(
                mark, "The timeline has no page that could send captions. Remove captions, or add a page.")
        }
        let track = SubtitleTrack(language: item.language ?? "", title: item.title ?? "")
        var planned = PlannedSubtitles(name: item.name, track: track)
        planned.origin = description.origin(at: mark)
        planned.isOfPages = true
        return planned
    }

    /// Reads the file of subtitles and counts its times from the timeline's beginning.
    private func subtitles(_ item: SubtitleItem, inFile path: String) throws -> PlannedSubtitles {
        var track = try description.located(at: item.stated["src"]) { () throws(FileError) in
            try SubtitleTrack(ofFile: path)
        }
        let shift = item.startTime?.duration(at: description.frameRate) ?? .zero
        for index in track.cues.indices {
            track.cues[index].start += shift
            track.cues[index].end += shift
        }
        if let language = item.language { track.language = language }
        if let title = item.title { track.title = title }
        let whole = track.part(.zero..<description.frameRate.time(ofFrame: frameCount))
        var planned = PlannedSubtitles(name: item.name, track: whole)
        planned.origin = description.origin(at: item.stated["src"])
        planned.omitted = track.cues.count - whole.cues.count
        return planned
    }
}
