public import Decoder
public import Encoder
import Files

/// A sound of a timeline, in addition to those of its clips.
public struct AudioItem: Sendable {
    /// What a file states about the sound.
    package var stated = Stated()
    /// The path of an audio file, or of a video with sound.
    public let path: String
    /// Which of the file's tracks and channels are played (default: the best track, with all of its channels).
    public var selection = SoundSelection()
    /// The time at which the sound begins (default: the beginning).
    public var startTime: TimelineTime?
    /// The in point: the first moment of the file that is played (default: its beginning).
    public var inPoint: TimelineTime?
    /// The out point: the moment at which the file is left (default: its end).
    public var outPoint: TimelineTime?
    /// The length on the timeline (default: that of the part; sounds end with the timeline at the latest, and loops
    /// last until there).
    public var duration: TimelineTime?
    /// The cross-fade where the sound loops; `nil` if it does not loop.
    public var loopCrossfade: TimelineTime?
    /// Seconds of the file per second of the timeline; the pitch is kept.
    public var speed = 1.0
    /// Whether the file is played backward.
    public var isReversed = false
    /// The gain, as a linear factor.
    public var gain = 1.0
    /// The volume ramps: gains at samples, ascending, multiplied with ``gain``.
    public var volumeKeys: [PlannedSound.VolumeKey] = []
    /// The fade-in from and the fade-out to silence.
    public var fades: Fades?
    /// The curve of the fades.
    public var curve = PlannedSound.Fade.Curve.equalPower
    /// How the sound is ducked under sounds that are not ducked themselves; `nil` if it is not.
    public var ducking: Ducking?
    /// Processing of the samples before the gain, in order.
    public var processing: [any AudioProcessing] = []

    /// Creates an item that plays a whole file from the timeline's beginning, or until its end.
    ///
    /// - Parameter path: The path of an audio file, or of a video with sound.
    public init(_ path: String) { self.path = path }

    /// The name in messages.
    var name: String { String(path.fileName) }
}
