import CLibAV
import LibAV

/// Which packets of a movie a clip takes, and their times in it.
struct ClipWindow {
    private let clip: Clip
    private let pictures: CInt
    private let sound: CInt?
    /// The clip's ends as the sound counts.
    private let soundStart: Int64
    private let soundEnd: Int64
    private var hasKeyframe = false
    private var isSoundOver: Bool
    /// How far pictures may be ahead of the sound in the file: ten seconds,
    /// as libavformat writes them at most (max_interleave_delta).
    private let patience: Int64
    /// How many of the clip's pictures have been taken.
    private(set) var frames = 0

    init(_ clip: Clip, pictures: UnsafePointer<AVStream>, sound: UnsafePointer<AVStream>?) {
        self.clip = clip
        self.pictures = pictures.pointee.index
        self.sound = sound?.pointee.index
        let unit = sound?.pointee.time_base ?? clip.unit
        soundStart = av_rescale_q(clip.start, clip.unit, unit)
        soundEnd = av_rescale_q(clip.end, clip.unit, unit)
        isSoundOver = sound == nil
        patience = av_rescale_q(10, AVRational(num: 1, den: 1), clip.unit)
    }

    /// Whether nothing of the clip is to come.
    var isOver: Bool { frames == clip.frames && isSoundOver }

    /// Whether the clip needs a packet; asked for each in the movie's order.
    mutating func takes(_ packet: borrowing Packet) -> Bool {
        let raw = packet.raw.pointee
        switch raw.stream_index {
        case pictures:
            guard frames < clip.frames else {
                // The sound may end before the pictures do.
                if raw.dts != ClipSource.noTime, raw.dts > clip.end + patience { isSoundOver = true }
                return false
            }
            if raw.flags & AV_PKT_FLAG_KEY != 0, raw.pts == clip.keyframe { hasKeyframe = true }
            guard hasKeyframe else { return false }
            if raw.flags & AV_PKT_FLAG_DISCARD == 0, clip.start <= raw.pts, raw.pts < clip.end { frames += 1 }
            return true
        case sound:
            guard raw.pts < soundEnd else {
                isSoundOver = true
                return false
            }
            // A decoder's first packet sounds whole only after another.
            return raw.pts + 2 * raw.duration > soundStart || clip.start == clip.keyframe && raw.pts < 0
        default: return false
        }
    }

    /// Counts a packet's times from the clip's beginning.
    func rebase(_ packet: borrowing Packet) {
        let start = packet.raw.pointee.stream_index == pictures ? clip.start : soundStart
        if packet.raw.pointee.pts != ClipSource.noTime { packet.raw.pointee.pts -= start }
        if packet.raw.pointee.dts != ClipSource.noTime { packet.raw.pointee.dts -= start }
        packet.raw.pointee.pos = -1
    }
}
