package import Composition

/// How a picture is turned, scaled and moved in its frame.
package struct TransformDescription: Sendable {
    /// Degrees, clockwise.
    package var rotation = 0.0
    /// A factor of the size.
    package var scale = 1.0
    /// To the right.
    package var x = WrittenLength.pixels(0)
    /// Down.
    package var y = WrittenLength.pixels(0)
    /// Whether left and right change places.
    package var isMirrored = false
    /// Any other change of shape.
    package var matrix = LinearMap.identity
}

/// How long something comes from nothing and goes to nothing.
package struct FadeDescription: Sendable, Equatable {
    /// At the beginning.
    package var fadeIn: WrittenTime
    /// At the end.
    package var fadeOut: WrittenTime
}

/// A way from a picture's first frame to its last.
package struct MotionDescription: Sendable {
    /// The size at the first frame and at the last one.
    package var zoom: [Double]?
    /// The place at the first frame and at the last one, each x and y.
    package var pan: [[WrittenLength]]?
    /// How the way is gone.
    package var easing = Easing.linear
}

/// What a picture's placement is at a time.
package struct KeyFrameDescription: Sendable {
    /// From the picture's first frame.
    package var at: WrittenTime
    /// How the way from the one before is gone.
    package var easing = Easing.linear
    /// From 0 to 1.
    package var opacity: Double?
    /// A factor of the size.
    package var scale: Double?
    /// Degrees, clockwise.
    package var rotation: Double?
    /// To the right.
    package var x: WrittenLength?
    /// Down.
    package var y: WrittenLength?
}

/// A clip's own sound.
package struct ClipSoundDescription: Sendable {
    /// Whether it is not heard.
    package var isOff = false
    /// The factor of every sample.
    package var gain = 1.0
    /// From and to silence; the transitions' cross-fades without.
    package var fade: Written<FadeDescription>?
    /// How fades go.
    package var curve = PlannedSound.Fade.Curve.equalPower
}

/// How a clip gives way to the next.
package struct TransitionDescription: Sendable {
    /// What happens.
    package var kind: Transition.Kind
    /// Where to.
    package var direction = Transition.Direction.left
    /// How long both pictures last.
    package var length = WrittenTime.seconds(.milliseconds(500))
    /// How the way is gone.
    package var easing = Easing.linear
}
