import Frames
import Notation
import Yams

/// Keeps keyframes at their places in a clip or sound of which another editor has trimmed the beginning.
extension InterchangeReader {
    /// Moves keyframes, which count from the first frame.
    ///
    /// - Parameters:
    ///   - entries: The keys of a clip or sound, with the in point as this program has written it.
    ///   - start: The in point as the file states it now, in frames of the timeline.
    ///   - speed: The playback speed, negative for backward. The end of a source is not known here, so keyframes of
    ///     reversed clips stay.
    func moveKeyFrames(_ entries: inout [(String, Node)], start: Double, speed: Double) {
        guard speed > 0, let index = entries.firstIndex(where: { $0.0 == "keyframes" }),
            let keys = entries[index].1.sequence
        else { return }
        let written = entries.first { $0.0 == "in" }?.1.text.flatMap { TimelineTime($0) }
        let old = (written?.duration(at: rate) ?? .zero).inSeconds * rate.framesPerSecond
        let trimmed = (start - old) / speed
        guard abs(trimmed) > 1e-3 else { return }
        let moved = keys.map { key in
            guard let at = key.member("at")?.text.flatMap({ TimelineOffset($0) }) else { return key }
            let frames = at.seconds(at: rate) * rate.framesPerSecond - trimmed
            let distance = InterchangeTime(value: abs(frames), rate: rate.framesPerSecond).text(at: rate)
            let text = text(frames < 0 ? "-\(distance)" : distance, key.mark)
            return mapping(self.entries(of: key).map { $0.0 == "at" ? ("at", text) : $0 }, key.mark)
        }
        entries[index].1 = list(moved, entries[index].1.mark)
    }
}
