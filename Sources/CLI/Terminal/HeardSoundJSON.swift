import Encoder
import Frames
import Notation

/// What is heard of a sound in JSON.
struct HeardSoundJSON: Encodable {
    /// Seconds into the video.
    let start: Double
    let end: Double
    /// In dB of full scale.
    let peak: Double
    /// In LUFS.
    @Nullable var loudness: Double?

    /// Describes a sound.
    init(_ sound: HeardSound) {
        start = sound.start.inSeconds
        end = sound.end.inSeconds
        peak = (sound.peak * 10).rounded() / 10
        loudness = sound.loudness
    }

    /// Describes a sound in words, for a table.
    static func text(_ sound: HeardSound?) -> String {
        guard let sound else { return "silent" }
        let json = HeardSoundJSON(sound)
        let loudness = json.loudness.map { ", \($0) LUFS" } ?? ""
        return "\(sound.start.preciseText) to \(sound.end.preciseText), peak \(json.peak) dB\(loudness)"
    }
}
