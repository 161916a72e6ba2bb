package import Composition

/// The length of a clip or a sound on the timeline.
package enum LengthDescription: Sendable {
    /// A length of time.
    case time(WrittenTime)
    /// Up to the end of the main channel, exact to the sample for sounds.
    case end
}

/// The lengths of a fade-in and a fade-out.
package struct FadeDescription: Sendable, Equatable {
    /// The length of the fade-in.
    package var fadeIn: WrittenTime
    /// The length of the fade-out.
    package var fadeOut: WrittenTime
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
