import Frames

/// The recording of a page.
struct RecordedPage {
    /// The path of the video.
    var path: String
    let hasSound: Bool
    /// The texts that the page sent, with times of the recording.
    var captions: [SubtitleCue] = []
    /// Whether the pointer of its steps has drawn these texts.
    var showsCaptions = false
}

extension PlannedClip {
    /// A text of the source with the times at which the clip shows it on the timeline; `nil` if it does not.
    func shown(_ cue: SubtitleCue, at frameRate: FrameRate) -> SubtitleCue? {
        let range = frameRate.time(ofFrame: frames.lowerBound)..<frameRate.time(ofFrame: frames.upperBound)
        var cue = cue
        if playback.isHeld {
            guard (cue.start..<cue.end).contains(playback.start) else { return nil }
            (cue.start, cue.end) = (range.lowerBound, range.upperBound)
            return cue
        }
        let (first, last) = (length(upTo: cue.start), length(upTo: cue.end))
        let (start, end) =
            playback.isReversed
            ? (range.upperBound - last, range.upperBound - first) : (range.lowerBound + first, range.lowerBound + last)
        (cue.start, cue.end) = (max(start, range.lowerBound), min(end, range.upperBound))
        return cue.start < cue.end ? cue : nil
    }

    /// How long the clip plays from its in point to a moment of the source.
    private func length(upTo time: Duration) -> Duration {
        let length = time - playback.start
        if playback.speed == 1 { return length }
        return .nanoseconds(Int((Double(length.wholeNanoseconds) / playback.speed).rounded()))
    }
}
