package import Composition

/// The rotation, scale and offset of a picture in its frame.
package struct TransformDescription: Sendable {
    /// The rotation in degrees, clockwise.
    package var rotation = 0.0
    /// The scale factor.
    package var scale = 1.0
    /// The offset to the right.
    package var x = WrittenLength.pixels(0)
    /// The offset downward.
    package var y = WrittenLength.pixels(0)
    /// Whether the picture is mirrored horizontally.
    package var isMirrored = false
    /// A linear map for any other change of shape.
    package var matrix = LinearMap.identity
}

/// The lengths of a fade-in and a fade-out.
package struct FadeDescription: Sendable, Equatable {
    /// The length of the fade-in.
    package var fadeIn: WrittenTime
    /// The length of the fade-out.
    package var fadeOut: WrittenTime
}

/// A motion from a picture's first frame to its last.
package struct MotionDescription: Sendable {
    /// The scale at the first frame and at the last.
    package var zoom: [Double]?
    /// The position at the first frame and at the last, each as x and y.
    package var pan: [[WrittenLength]]?
    /// The easing of the motion.
    package var easing = Easing.linear
}

/// A picture's placement at one time.
package struct KeyFrameDescription: Sendable {
    /// The time from the picture's first frame.
    package var at: WrittenTime
    /// The easing from the previous keyframe.
    package var easing = Easing.linear
    /// The opacity, from 0 to 1.
    package var opacity: Double?
    /// The scale factor.
    package var scale: Double?
    /// The rotation in degrees, clockwise.
    package var rotation: Double?
    /// The offset to the right.
    package var x: WrittenLength?
    /// The offset downward.
    package var y: WrittenLength?
}

/// A clip's own sound.
package struct ClipSoundDescription: Sendable {
    /// Whether the sound is muted.
    package var isOff = false
    /// The gain, as a linear factor.
    package var gain = 1.0
    /// The fade-in and fade-out (default: cross-fades over the transitions).
    package var fade: Written<FadeDescription>?
    /// The curve of the fades.
    package var curve = PlannedSound.Fade.Curve.equalPower
}

/// A transition from a clip to the next.
package struct TransitionDescription: Sendable {
    /// The kind of transition.
    package var kind: Transition.Kind
    /// The direction of movement.
    package var direction = Transition.Direction.left
    /// The length of the overlap.
    package var length = WrittenTime.seconds(.milliseconds(500))
    /// The easing of the transition.
    package var easing = Easing.linear
}
