/// A sound and its time on the timeline.
///
/// Samples are counted at ``TimelinePlan/sampleRate``.
public struct PlannedSound: Sendable, Equatable {
    /// A change of loudness from or to silence.
    public struct Fade: Sendable, Hashable {
        /// How the gain changes with the part p of the way.
        public enum Curve: String, Sendable, CaseIterable {
            /// sin(p·π/2): two of them together are of equal power.
            case equalPower = "equal-power"
            /// p.
            case linear
            /// p⁴.
            case quartic
        }
        /// How long it takes.
        public var samples: Int
        /// How the gain changes.
        public var curve: Curve

        /// Describes a fade.
        public init(samples: Int, curve: Curve = .equalPower) {
            self.samples = samples
            self.curve = curve
        }
    }

    /// How a sound gives way to the others.
    public struct Ducking: Sendable, Hashable {
        /// Decibels of the others' level, over which the sound is turned down.
        public var threshold = -26.0
        /// How many decibels above the threshold leave one.
        public var ratio = 6.0
        /// How fast it is turned down, in samples.
        public var attack = 960
        /// How fast it comes back, in samples.
        public var release = 12_000

        /// The defaults.
        public init() {}
    }

    /// A gain at a place, reached in a straight line from the one before.
    public struct VolumeKey: Sendable, Hashable {
        /// The sample, from the sound's first.
        public var sample: Int
        /// The factor of every sample there.
        public var gain: Double
        /// How the way from the one before is gone.
        public init(sample: Int, gain: Double) {
            self.sample = sample
            self.gain = gain
        }
    }

    /// What the description calls it.
    public var name: String
    /// The sound's file, or a video's.
    public var path: String
    /// Its samples on the timeline.
    public var samples: Range<Int>
    /// How many samples of the source come before its first.
    public var start = 0
    /// How many samples of the source are played from there on, and again and
    /// again where it loops; all that follow without.
    public var sourceSamples: Int?
    /// Seconds of the source in one of the timeline; the pitch stays.
    public var speed = 1.0
    /// Whether it is played backwards.
    public var isReversed = false
    /// Samples of the cross-fade where the source starts over; nothing if it
    /// is played once and followed by silence.
    public var loopCrossfade: Int?
    /// The factor of every sample.
    public var gain = 1.0
    /// How the gain changes, ascending; in addition to ``gain``.
    public var volumeKeys: [VolumeKey] = []
    /// From silence, at its beginning.
    public var fadeIn = Fade(samples: 0)
    /// To silence, at its end.
    public var fadeOut = Fade(samples: 0)
    /// How it gives way to those sounds that do not.
    public var ducking: Ducking?

    /// Places a sound.
    public init(name: String, path: String, samples: Range<Int>) {
        self.name = name
        self.path = path
        self.samples = samples
    }
}
