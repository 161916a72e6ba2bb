package import Composition
package import Frames
package import Notation
package import Yams

/// A timeline as the description states it: times, canvas lengths and the lines they are on.
///
/// ``TimelineResolver`` turns it into whole numbers.
package struct TimelineDescription {
    /// The file that the description was read from; errors refer to its lines.
    package var file: YAMLFile
    /// The folder that file names are relative to.
    package var folder: String
    /// The root YAML node, kept for interchange files.
    package var root: Node?
    /// The size of the canvas, in pixels; both sides are even.
    package var size = PixelSize(width: 1280, height: 720)
    /// Frames per second.
    package var frameRate = FrameRate.thirty
    /// The background color of the canvas.
    package var background = Color.black
    /// The defaults of clips.
    package var defaults = ClipDefaults()
    /// The main channel.
    package var clips: [ClipDescription] = []
    /// The overlays on the main channel, lowest first.
    package var overlays: [ClipDescription] = []
    /// The sound tracks.
    package var sounds: [SoundDescription] = []
    /// The effects on the whole picture.
    package var effects: [Effect] = []
    /// The outputs to write.
    package var outputs: [OutputDescription] = []
    /// Whether fades, keyframes and the ends of overlays and sounds yield to the clips' lengths.
    ///
    /// They do in files of other editors, which change lengths but do not know the rest. Elsewhere a contradiction
    /// is a mistake.
    package var yieldsToLengths = false

    /// An error in the description.
    func error(_ line: Int?, _ message: String) -> YAMLError { file.error(at: line, message) }

    /// Returns the lengths of two fades that fit into a length, shortened in proportion if they may be; `nil` if
    /// they do not fit.
    func fades(_ fadeIn: Int, _ fadeOut: Int, within count: Int) -> (fadeIn: Int, fadeOut: Int)? {
        let sum = fadeIn + fadeOut
        if sum <= count { return (fadeIn, fadeOut) }
        guard yieldsToLengths else { return nil }
        let share = Double(count) / Double(sum)
        return (Int(Double(fadeIn) * share), Int(Double(fadeOut) * share))
    }
}

/// The defaults of clips.
package struct ClipDefaults: Sendable {
    /// How pictures are fitted into their frames.
    package var fit = Fit.contain
    /// How long a still picture is shown.
    package var still = WrittenTime.seconds(.seconds(4))
    /// The transition to the next clip (default: a cut).
    package var transition: TransitionDescription?
}
