package import Composition
package import Frames
package import Notation
package import Yams

/// A timeline as somebody wrote it, in times and in parts of the canvas, each
/// with the line that it stands in.
///
/// ``TimelineResolver`` makes whole numbers of it.
package struct TimelineDescription {
    /// What it was read from; mistakes are told by its lines.
    package var file: YAMLFile
    /// The folder that the names of files in it are relative to.
    package var folder: String
    /// All that was written, for other programs' descriptions.
    package var root: Node?
    /// The canvas; both sides are even.
    package var size = PixelSize(width: 1280, height: 720)
    /// Frames a second.
    package var frameRate = FrameRate.thirty
    /// What is under all pictures.
    package var background = Color.black
    /// What holds for clips that say nothing else.
    package var defaults = ClipDefaults()
    /// The main channel.
    package var clips: [ClipDescription] = []
    /// What is laid over it, the lowest first.
    package var overlays: [ClipDescription] = []
    /// The sound tracks.
    package var sounds: [SoundDescription] = []
    /// What is done to the whole picture.
    package var effects: [Effect] = []
    /// What is to be written.
    package var outputs: [OutputDescription] = []

    /// An empty description.
    package init(file: YAMLFile, folder: String) {
        self.file = file
        self.folder = folder
    }
}

/// What holds for clips that say nothing else.
package struct ClipDefaults: Sendable {
    /// How pictures come into their frames.
    package var fit = Fit.contain
    /// How long a picture that does not move is shown.
    package var still = WrittenTime.seconds(.seconds(4))
    /// How a clip gives way to the next; a cut without.
    package var transition: TransitionDescription?

    /// The defaults of those who write none.
    package init() {}
}
