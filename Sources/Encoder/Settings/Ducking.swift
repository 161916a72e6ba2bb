/// How a sound is ducked under the others.
public struct Ducking: Sendable, Hashable {
    /// The level of the other sounds above which this one is turned down, in decibels.
    public var threshold = -26.0
    /// The compression ratio: decibels above the threshold for each that remains.
    public var ratio = 6.0
    /// The time constant with which the sound is turned down, in samples.
    public var attack = 960
    /// The time constant with which the sound recovers, in samples.
    public var release = 12_000

    /// Creates the default settings.
    public init() {}
}
