package import Yams

/// A sound track, as the description states it.
package struct SoundDescription {
    /// The YAML node, kept for interchange files.
    package var node: Node
    /// The line at which the sound begins.
    package var line: Int?
    /// The line of the file's name.
    package var pathLine: Int?
    /// The sound with its file, speed, direction, gain and ducking; its samples are not known yet.
    package var planned: PlannedSound
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
    /// The keyframes of the gain.
    package var volumeKeys: [Written<PlannedSound.VolumeKey>] = []
    /// The fade-in from silence and the fade-out to silence.
    package var fade: Written<FadeDescription>?
    /// The curve of the fades.
    package var curve = PlannedSound.Fade.Curve.equalPower
}
