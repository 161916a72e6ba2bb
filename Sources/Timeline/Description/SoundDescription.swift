package import Yams

/// A sound track, as the description states it.
package struct SoundDescription {
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
    package var length: Written<LengthDescription>?
    /// The length of the cross-fade where the source loops; `nil` if it does not loop.
    package var loop: Written<WrittenTime>?
    /// Seconds of the source per second of the timeline.
    package var speed = 1.0
    /// Whether the source is played backward.
    package var isReversed = false
    /// The gain, as a linear factor.
    package var gain = 1.0
    /// The keyframes of the gain.
    package var volumeKeys: [Written<PlannedSound.VolumeKey>] = []
    /// The fade-in from silence and the fade-out to silence.
    package var fade: Written<FadeDescription>?
    /// The curve of the fades.
    package var curve = PlannedSound.Fade.Curve.equalPower
    /// How the sound is ducked under other sounds.
    package var ducking: PlannedSound.Ducking?
}
