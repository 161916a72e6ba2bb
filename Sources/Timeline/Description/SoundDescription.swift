package import Yams

/// A sound track, as somebody wrote it.
package struct SoundDescription {
    /// How long it is on the timeline.
    package enum Length: Sendable {
        /// As long as this.
        case time(WrittenTime)
        /// To the end of the picture, to the sample.
        case video
    }

    /// A gain at a time.
    package struct VolumeKey: Sendable {
        /// From the sound's first sample.
        package var at: WrittenTime
        /// The factor of every sample there.
        package var gain: Double
    }

    /// What was written, for other programs' descriptions.
    package var node: Node
    /// Where it begins.
    package var line: Int?
    /// The sound's file, or a video's.
    package var path: Written<String>
    /// When it begins.
    package var at: Written<WrittenTime>?
    /// The first moment of the source.
    package var start: Written<WrittenTime>?
    /// Where the source is left.
    package var end: Written<WrittenTime>?
    /// How long it is.
    package var length: Written<Length>?
    /// How long the source's end and beginning sound together where it starts
    /// over; nothing if it does not.
    package var loop: Written<WrittenTime>?
    /// How many seconds of the source pass in one.
    package var speed = 1.0
    /// Whether it is played backwards.
    package var isReversed = false
    /// The factor of every sample.
    package var gain = 1.0
    /// How the gain changes.
    package var volumeKeys: [Written<VolumeKey>] = []
    /// From and to silence.
    package var fade: Written<FadeDescription>?
    /// How fades go.
    package var curve = PlannedSound.Fade.Curve.equalPower
    /// How it gives way to other sounds.
    package var ducking: DuckingDescription?

    /// Describes a sound by its source alone.
    package init(node: Node, line: Int?, path: Written<String>) {
        self.node = node
        self.line = line
        self.path = path
    }
}

/// How a sound gives way to those that do not.
package struct DuckingDescription: Sendable {
    /// Decibels of the others' level, over which it is turned down.
    package var threshold = -26.0
    /// How many decibels above the threshold leave one.
    package var ratio = 6.0
    /// How fast it is turned down.
    package var attack = WrittenTime.seconds(.milliseconds(20))
    /// How fast it comes back.
    package var release = WrittenTime.seconds(.milliseconds(250))
}
