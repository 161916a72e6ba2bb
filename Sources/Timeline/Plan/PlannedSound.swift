public import Composition
public import Encoder
public import LibAV

/// A sound with its position on the timeline.
///
/// Samples are counted at ``TimelinePlan/sampleRate``.
public struct PlannedSound: Sendable, Equatable {
    /// A fade from or to silence.
    public struct Fade: Sendable, Hashable {
        /// The gain as a function of the progress p, from 0 to 1.
        public enum Curve: String, Sendable, CaseIterable {
            /// sin(p·π/2): a cross-fade of two such fades has constant power.
            case equalPower = "equal-power"
            /// p.
            case linear
            /// p⁴.
            case quartic
        }
        /// The length of the fade.
        public var samples: Int
        /// The curve of the gain.
        public var curve: Curve

        /// Describes a fade.
        public init(samples: Int, curve: Curve = .equalPower) {
            self.samples = samples
            self.curve = curve
        }
    }

    /// A gain at a sample; gains between keys are interpolated linearly.
    public struct VolumeKey: Sendable, Hashable {
        /// The sample, from the sound's first.
        public var sample: Int
        /// The gain at that sample, as a linear factor.
        public var gain: Double
        /// Describes a gain at a sample.
        public init(sample: Int, gain: Double) {
            self.sample = sample
            self.gain = gain
        }
    }

    /// The sound's name in the description.
    public var name: String
    /// The path of an audio file, or of a video with sound.
    public var path: String
    /// The number of the file's sound track that is played, from 1; `nil` for the best one.
    public var track: Int?
    /// The number of its channel that is heard on both sides, from 1; `nil` for all.
    public var channel: Int?
    /// Where the sound is described, for messages about its file.
    public var origin: String?
    /// The sound's range of samples on the timeline.
    public var samples: Range<Int>
    /// The number of the source's samples that are skipped at the beginning.
    public var start = 0
    /// The number of the source's samples that are played or looped (default: all that follow).
    public var sourceSamples: Int?
    /// Seconds of the source per second of the timeline; the pitch is kept.
    public var speed = 1.0
    /// Whether the source is played backward.
    public var isReversed = false
    /// The length of the cross-fade where the source loops; `nil` if it is played once.
    public var loopCrossfade: Int?
    /// The gain, as a linear factor.
    public var gain = 1.0
    /// The keyframes of the gain, ascending; multiplied with ``gain``.
    public var volumeKeys: [VolumeKey] = []
    /// The fade-in at the beginning.
    public var fadeIn = Fade(samples: 0)
    /// The fade-out at the end.
    public var fadeOut = Fade(samples: 0)
    /// Processing of the samples before the gain, in order.
    public var processing: [ByIdentity<any AudioProcessing>] = []
    /// How the sound is ducked under sounds that are not ducked themselves.
    public var ducking: Ducking?

    /// Places a sound.
    public init(name: String, path: String, samples: Range<Int>) {
        self.name = name
        self.path = path
        self.samples = samples
    }
}

/// Processing of a sound's samples by a program that uses the library.
public protocol AudioProcessing: AnyObject, Sendable {
    /// Starts processing a sound from its first sample.
    ///
    /// Called each time the sound is mixed, on the mixer's thread.
    ///
    /// - Parameter sampleRate: Samples per second.
    func makeProcessor(sampleRate: Int) -> any AudioProcessor
}

/// The processing of one sound while it is mixed; used by one thread at a time.
public protocol AudioProcessor: AnyObject {
    /// Changes samples in place; their number must stay.
    ///
    /// - Parameters:
    ///   - samples: Consecutive samples of the sound, at its speed on the timeline, before its gain.
    ///   - position: The index of the first one, from the sound's first.
    func process(_ samples: inout SoundChunk, at position: Int)
}
