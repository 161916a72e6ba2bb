package import Yams

/// A sound track, as the description states it.
package struct SoundDescription {
    /// The length of a sound on the timeline.
    package enum Length: Sendable {
        /// A length of time.
        case time(WrittenTime)
        /// Up to the end of the video, to the sample.
        case video
    }

    /// A gain at a time.
    package struct VolumeKey: Sendable {
        /// The time from the sound's first sample.
        package var at: WrittenTime
        /// The gain at that time, as a linear factor.
        package var gain: Double
    }

    /// The YAML node, kept for interchange files.
    package var node: Node
    /// The line at which the sound begins.
    package var line: Int?
    /// The path of an audio file, or of a video with sound.
    package var path: Written<String>
    /// The time at which the sound begins.
    package var at: Written<WrittenTime>?
    /// The in point: the first moment of the source that is played.
    package var start: Written<WrittenTime>?
    /// The out point: the moment at which the source is left.
    package var end: Written<WrittenTime>?
    /// The length on the timeline.
    package var length: Written<Length>?
    /// The length of the cross-fade where the source loops; `nil` if it does not loop.
    package var loop: Written<WrittenTime>?
    /// Seconds of the source per second of the timeline.
    package var speed = 1.0
    /// Whether the source is played backward.
    package var isReversed = false
    /// The gain, as a linear factor.
    package var gain = 1.0
    /// The keyframes of the gain.
    package var volumeKeys: [Written<VolumeKey>] = []
    /// The fade-in from silence and the fade-out to silence.
    package var fade: Written<FadeDescription>?
    /// The curve of the fades.
    package var curve = PlannedSound.Fade.Curve.equalPower
    /// How the sound is ducked under other sounds.
    package var ducking: DuckingDescription?

    /// Describes a sound by its source alone.
    package init(node: Node, line: Int?, path: Written<String>) {
        self.node = node
        self.line = line
        self.path = path
    }
}

/// How a sound is ducked under sounds that are not ducked themselves.
package struct DuckingDescription: Sendable {
    /// The level of the other sounds above which this one is turned down, in decibels.
    package var threshold = -26.0
    /// The compression ratio: decibels above the threshold for each that remains.
    package var ratio = 6.0
    /// The time constant with which the sound is turned down.
    package var attack = WrittenTime.seconds(.milliseconds(20))
    /// The time constant with which the sound recovers.
    package var release = WrittenTime.seconds(.milliseconds(250))
}
