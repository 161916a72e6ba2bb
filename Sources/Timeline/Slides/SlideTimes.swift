import Files
import Frames

/// The frames of the video at which each slide is visible.
///
/// Exact end times are rounded once, so that errors do not accumulate over many slides.
struct SlideTimes: Sendable {
    /// The frames of each slide.
    let frames: [Range<Int>]
    /// The overlap of adjacent slides, in frames.
    let overlap: Int

    /// Computes the times.
    ///
    /// - Parameters:
    ///   - slides: The slides, for messages.
    ///   - durations: The length of each slide; positive.
    ///   - overlap: The overlap of adjacent slides.
    /// - Throws: `FileError/Code/invalidSettings` for a slide shorter than a frame or than its
    ///   transitions.
    init(_ slides: [Slide], durations: [Duration], overlap time: Duration, frameRate: FrameRate) throws(FileError) {
        overlap = frameRate.frameCount(for: time)
        var frames: [Range<Int>] = []
        var end = Duration.zero
        for (index, duration) in durations.enumerated() {
            let start = (frames.last?.upperBound ?? overlap) - overlap
            // Use the overlap rounded to whole frames.
            end += duration - (index == 0 ? .zero : frameRate.time(ofFrame: overlap))
            let count = frameRate.frameCount(for: end) - start
            guard count > 0 else {
                throw Self.error(
                    slides[index], "is shown for \(duration.text), which is less than a frame at \(frameRate) a second")
            }
            let transitions = (index > 0 ? 1 : 0) + (index < durations.count - 1 ? 1 : 0)
            guard count >= transitions * overlap else {
                let neighbor = slides[index > 0 ? index - 1 : index + 1]
                throw Self.error(
                    slides[index],
                    "is shown for \(duration.text), too short for "
                        + (transitions == 2
                            ? "two transitions of \(time.text), from '\(neighbor.path)' and to "
                                + "'\(slides[index + 1].path)'"
                            : "a transition of \(time.text) \(index > 0 ? "from" : "to") '\(neighbor.path)'"))
            }
            frames.append(start..<start + count)
        }
        self.frames = frames
    }

    private static func error(_ slide: Slide, _ reason: String) -> FileError {
        FileError(.invalidSettings, "The picture '\(slide.path)' \(reason).").at(slide.origin)
    }
}
