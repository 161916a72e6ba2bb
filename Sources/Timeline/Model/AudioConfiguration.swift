package import Composition

/// How the sound of a clip is played.
public struct AudioConfiguration: Sendable {
    /// Whether the sound is muted.
    public var isOff = false
    /// The gain, as a linear factor.
    public var gain = 1.0
    package var fade: Written<Fades>?
    /// The curve of the fades.
    public var curve = PlannedSound.Fade.Curve.equalPower
    /// The volume ramps: gains at samples of the clip, ascending, multiplied with ``gain``.
    public var volumeKeys: [PlannedSound.VolumeKey] = []
    package var processors: [ByIdentity<any AudioProcessing>] = []

    /// Creates the configuration of a sound that is played as it is.
    public init() {}

    /// The fade-in and fade-out (default: cross-fades over the transitions).
    public var fades: Fades? {
        get { fade?.value }
        set { fade = newValue.map { Written($0, line: nil) } }
    }

    /// Processing of the samples before the gain, in order.
    public var processing: [any AudioProcessing] {
        get { processors.map(\.object) }
        set { processors = newValue.map { ByIdentity($0) } }
    }
}
