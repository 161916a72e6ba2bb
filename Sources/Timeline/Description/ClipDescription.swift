package import Composition
package import Yams

/// A clip of the main channel or an overlay, as somebody wrote it.
package struct ClipDescription {
    /// Where its pictures come from.
    package enum Source: Sendable {
        /// A file of moving pictures or of one.
        case file(path: String)
        /// One colour.
        case color(Color)
        /// A text, and the height of its letters.
        case title(Title, size: WrittenLength?)
        /// A web page.
        case page(PageClip)
    }

    /// How long it is on the timeline.
    package enum Length: Sendable {
        /// As long as this.
        case time(WrittenTime)
        /// To the end of the main channel; overlays only.
        case end
    }

    /// Where it stands on the canvas.
    package enum Place: Sendable {
        /// All over the canvas or, for overlays, at the picture's own size.
        case natural
        /// In a rectangle: x, y, width and height.
        case frame([WrittenLength])
        /// At a corner, a side or the middle of the canvas.
        case anchor(Anchor)
    }

    /// A corner, a side or the middle of the canvas, and how large.
    package struct Anchor: Sendable {
        /// Where.
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

        /// Where.
        package var corner = Corner.center
        /// How far it stays away from the canvas' edges.
        package var margin = WrittenLength.pixels(0)
        /// Its width; by its height and own proportions without.
        package var width: Written<WrittenLength>?
        /// Its height; by its width and own proportions without.
        package var height: Written<WrittenLength>?
    }

    /// What was written, for other programs' descriptions.
    package var node: Node
    /// Where it begins.
    package var line: Int?
    /// Whether it is laid over the main channel.
    package var isOverlay = false
    /// Where its pictures come from.
    package var source: Written<Source>
    /// When an overlay begins.
    package var at: Written<WrittenTime>?
    /// The first moment of the source.
    package var start: Written<WrittenTime>?
    /// Where the source is left.
    package var end: Written<WrittenTime>?
    /// How long it is on the timeline.
    package var length: Written<Length>?
    /// How many seconds of the source pass in one.
    package var speed: Written<Double>?
    /// Whether it is shown backwards.
    package var reverse: Written<Bool>?
    /// How the picture comes into its frame.
    package var fit: Fit?
    /// Where it stands.
    package var place = Written<Place>(.natural, line: nil)
    /// How it is turned, scaled and moved there.
    package var transform = TransformDescription()
    /// From 0 to 1.
    package var opacity = 1.0
    /// From nothing at its beginning, to nothing at its end.
    package var fade: Written<FadeDescription>?
    /// A way from its first frame to its last.
    package var motion: Written<MotionDescription>?
    /// What changes in its time.
    package var keyFrames: [Written<KeyFrameDescription>] = []
    /// What is done to its colours.
    package var effects: [Effect] = []
    /// Its own sound.
    package var sound = ClipSoundDescription()
    /// How it gives way to the next clip: nothing written, or a cut, or a
    /// transition.
    package var then: Written<TransitionDescription?>?

    /// Describes a clip by its source alone.
    package init(node: Node, line: Int?, source: Written<Source>) {
        self.node = node
        self.line = line
        self.source = source
    }
}
