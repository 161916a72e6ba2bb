import Decoder
import Files
import Frames
import Notation

/// Plans subtitles.
struct SubtitleResolver {
    let description: Timeline
    /// The timeline's length in frames.
    let frameCount: Int

    /// Reads the file of subtitles and counts its times from the timeline's beginning.
    func subtitles(_ item: SubtitleItem) throws -> PlannedSubtitles {
        var track = try description.located(at: item.stated["src"]) { () throws(FileError) in
            try SubtitleTrack(ofFile: item.path)
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
        planned.origin = description.place(atLine: item.stated["src"])
        planned.burned = item.burned
        planned.omitted = track.cues.count - whole.cues.count
        return planned
    }
}
