package import Composition
package import Yams

/// A clip of the main channel or an overlay, as the description states it.
package struct ClipDescription {
    /// A corner, a side or the center of the canvas, with a margin and a size.
    package struct Anchor: Sendable {
        /// The anchor point.
        package enum Corner: String, Sendable, CaseIterable {
            case topLeft = "top-left"
            case top
            case topRight = "top-right"
            case left
            case center
            case right
            case bottomLeft = "bottom-left"
            case bottom
            case bottomRight = "bottom-right"
        }

        /// The anchor point.
        package var corner = Corner.center
        /// The distance from the canvas's edges.
        package var margin = WrittenLength.pixels(0)
        /// The width in canvas pixels (default: follows from the height and the aspect ratio).
        package var width: Double?
        /// The height in canvas pixels (default: follows from the width and the aspect ratio).
        package var height: Double?
    }

    /// The YAML node, kept for interchange files.
    package var node: Node
    /// The line at which the clip begins.
    package var line: Int?
    /// Whether the clip is an overlay on the main channel.
    package var isOverlay = false
    /// The line of the source.
    package var sourceLine: Int?
    /// The clip with its name, its source and its layout without fades and keyframes.
    ///
    /// Its frames are not known yet. A file counts as a still until it is inspected. ``anchor``
    /// replaces the layout's frame.
    package var planned: PlannedClip
    /// The time at which an overlay begins.
    package var at: Written<WrittenTime>?
    /// The in point: the first moment of the source that is shown.
    package var start: Written<WrittenTime>?
    /// The out point: the moment at which the source is left.
    package var end: Written<WrittenTime>?
    /// The clip's length on the timeline.
    package var length: Written<LengthDescription>?
    /// Seconds of the source per second of the timeline.
    package var speed: Written<Double>?
    /// Whether the source is played backward.
    package var reverse: Written<Bool>?
    /// The position of an overlay whose frame depends on its pictures' size.
    package var anchor: Anchor?
    /// The line that states the frame or the anchor, or else the clip's.
    package var placeLine: Int?
    /// The fade-in and fade-out.
    package var fade: Written<FadeDescription>?
    /// A motion from the first frame to the last, as two keyframes.
    package var motion: Written<[KeyFrame]>?
    /// The keyframes of the placement.
    package var keyFrames: [Written<KeyFrame>] = []
    /// The clip's own sound.
    package var sound = ClipSoundDescription()
    /// The transition to the next clip: `nil` if not stated, a value of `nil` for a cut.
    package var then: Written<TransitionDescription?>?
}
