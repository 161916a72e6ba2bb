internal import Encoder
import Files
internal import Frames

/// When each slide is seen, in frames of the video.
///
/// Ends are exact times rounded once: nothing adds up over many slides.
struct SlideTimes: Sendable {
    /// The first frame of each slide.
    let starts: [Int]
    /// The frame after the last one of each slide.
    let ends: [Int]
    /// For how many frames neighbours overlap.
    let overlap: Int

    /// How many frames there are.
    var count: Int { ends.last ?? 0 }

    /// Works it out.
    ///
    /// - Parameters:
    ///   - slides: The slides, for messages.
    ///   - durations: How long each is shown; positive.
    ///   - overlap: For how long neighbours are both shown.
    /// - Throws: ``FileError/Code/invalidSettings`` for a slide shorter than
    ///   a frame, or than its transitions.
    init(_ slides: [Slide], durations: [Duration], overlap time: Duration, frameRate: FrameRate) throws(FileError) {
        overlap = frameRate.frameCount(for: time)
        var (starts, ends) = ([Int](), [Int]())
        var end = Duration.zero
        for (index, duration) in durations.enumerated() {
            let start = index == 0 ? 0 : ends[index - 1] - overlap
            // An overlap is as long as its frames are.
            end += duration - (index == 0 ? .zero : frameRate.time(ofFrame: overlap))
            starts.append(start)
            ends.append(frameRate.frameCount(for: end))
            let count = ends[index] - start
            guard count > 0 else {
                throw Self.error(
                    slides[index], "is shown for \(duration.text), which is less than a frame at \(frameRate) a second")
            }
            let transitions = (index > 0 ? 1 : 0) + (index < durations.count - 1 ? 1 : 0)
            guard count >= transitions * overlap else {
                let neighbour = slides[index > 0 ? index - 1 : index + 1]
                throw Self.error(
                    slides[index],
                    "is shown for \(duration.text), too short for "
                        + (transitions == 2
                            ? "two transitions of \(time.text), from “\(neighbour.path)” and to "
                                + "“\(slides[index + 1].path)”"
                            : "a transition of \(time.text) \(index > 0 ? "from" : "to") “\(neighbour.path)”"))
            }
        }
        (self.starts, self.ends) = (starts, ends)
    }

    private static func error(_ slide: Slide, _ reason: String) -> FileError {
        FileError(.invalidSettings, slide.sentence("The picture “\(slide.path)” \(reason)."))
    }
}

extension Slide {
    /// A sentence about the slide, with the place where it was listed in front.
    func sentence(_ text: String) -> String { origin.map { "\($0): \(text)" } ?? text }
}
