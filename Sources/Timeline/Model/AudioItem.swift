import Composition
public import Encoder
import Files

/// A sound of a timeline, in addition to those of its clips.
public struct AudioItem: TimedItem {
    /// What a description states about the item, for interchange files.
    package var stated = JSONValue.null
    /// The line at which the item begins.
    package var line: Int?
    /// The line of the file's name.
    package var pathLine: Int?
    /// The sound with its file, speed, direction, gain and ducking; its samples are not known yet.
    package var planned: PlannedSound
    /// When the sound begins, and which part of the file is played for how long.
    public var times = ItemTimes()
    package var loop: Written<TimelineTime>?
    package var writtenVolumeKeys: [Written<PlannedSound.VolumeKey>] = []
    package var fade: Written<Fades>?
    /// The curve of the fades.
    public var curve = PlannedSound.Fade.Curve.equalPower

    /// Creates an item that plays a whole file from the timeline's beginning, or until its end.
    ///
    /// - Parameter path: The path of an audio file, or of a video with sound.
    public init(_ path: String) { planned = PlannedSound(name: String(path.fileName), path: path, samples: 0..<0) }

    /// Creates an item that a description states.
    package init(stating stated: JSONValue, line: Int?, pathLine: Int?, planned: PlannedSound) {
        self.stated = stated
        self.line = line
        self.pathLine = pathLine
        self.planned = planned
    }
}

extension AudioItem {
    /// The cross-fade where the sound loops; `nil` if it does not loop.
    public var loopCrossfade: TimelineTime? {
        get { loop?.value }
        set { loop = newValue.map { Written($0, line: nil) } }
    }

    /// Seconds of the file per second of the timeline; the pitch is kept (default: 1).
    public var speed: Double {
        get { planned.speed }
        set { planned.speed = newValue }
    }

    /// Whether the file is played backward.
    public var isReversed: Bool {
        get { planned.isReversed }
        set { planned.isReversed = newValue }
    }

    /// The gain, as a linear factor (default: 1).
    public var gain: Double {
        get { planned.gain }
        set { planned.gain = newValue }
    }

    /// The volume ramps: gains at samples, ascending, multiplied with ``gain``.
    public var volumeKeys: [PlannedSound.VolumeKey] {
        get { writtenVolumeKeys.map(\.value) }
        set { writtenVolumeKeys = newValue.map { Written($0, line: nil) } }
    }

    /// The fade-in from and the fade-out to silence.
    public var fades: Fades? {
        get { fade?.value }
        set { fade = newValue.map { Written($0, line: nil) } }
    }

    /// How the sound is ducked under sounds that are not ducked themselves; `nil` if it is not.
    public var ducking: Ducking? {
        get { planned.ducking }
        set { planned.ducking = newValue }
    }

    /// Processing of the samples before the gain, in order.
    public var processing: [any AudioProcessing] {
        get { planned.processing.map(\.object) }
        set { planned.processing = newValue.map { ByIdentity($0) } }
    }
}
