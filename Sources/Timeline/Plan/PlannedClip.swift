public import Composition

/// A picture, still or moving, and its time on the timeline.
public struct PlannedClip: Sendable, Equatable {
    /// What the description calls it: its file's name, its text or its colour.
    public var name: String
    /// Where its pictures come from.
    public var source: ClipSource
    /// Which of its source's pictures are shown when.
    public var playback: Playback
    /// Its frames on the timeline.
    public var frames: Range<Int>
    /// Where it is on the canvas.
    public var layout: Layout
    /// How it gives way to the next clip; overlays do not.
    ///
    /// The last frames of this clip are the first of the next.
    public var transition: Transition?

    /// Places a clip.
    public init(
        name: String, source: ClipSource, playback: Playback, frames: Range<Int>, layout: Layout,
        transition: Transition? = nil
    ) {
        self.name = name
        self.source = source
        self.playback = playback
        self.frames = frames
        self.layout = layout
        self.transition = transition
    }
}
