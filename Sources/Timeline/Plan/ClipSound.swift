public import Composition

/// How a clip's own sound is played.
public struct ClipSound: Sendable, Equatable {
    /// The gain, as a linear factor.
    public var gain: Double
    /// The fade-in at the beginning.
    public var fadeIn: PlannedSound.Fade
    /// The fade-out at the end.
    public var fadeOut: PlannedSound.Fade

    /// The volume ramps: gains at samples of the clip, ascending.
    public var volumeKeys: [PlannedSound.VolumeKey] = []
    /// Processing of the samples before the gain, in order.
    public var processing: [ByIdentity<any AudioProcessing>] = []

    /// Describes a sound.
    public init(
        gain: Double = 1, fadeIn: PlannedSound.Fade = .init(samples: 0), fadeOut: PlannedSound.Fade = .init(samples: 0)
    ) {
        self.gain = gain
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }
}
