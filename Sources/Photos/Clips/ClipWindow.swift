import CLibAV
import LibAV

/// Selects the packets of a clip and adjusts their times.
struct ClipWindow {
    private let clip: Clip
    private let pictures: CInt
    private let sound: CInt?
    /// The clip's start and end in the audio stream's time base.
    private let soundStart: Int64
    private let soundEnd: Int64
    private var hasKeyframe = false
    private var isSoundOver: Bool
    /// How far pictures may be ahead of the sound in the file.
    ///
    /// 10 s, libavformat's maximum when writing (max_interleave_delta).
    private let patience: Int64
    /// The number of the clip's pictures selected so far.
    private(set) var frames = 0

    init(_ clip: Clip, pictures: UnsafePointer<AVStream>, sound: UnsafePointer<AVStream>?) {
        self.clip = clip
        self.pictures = unsafe pictures.pointee.index
        self.sound = unsafe sound?.pointee.index
        let unit = unsafe sound?.pointee.time_base ?? clip.unit
        soundStart = av_rescale_q(clip.start, clip.unit, unit)
        soundEnd = av_rescale_q(clip.end, clip.unit, unit)
        isSoundOver = unsafe sound == nil
        patience = av_rescale_q(10, AVRational(num: 1, den: 1), clip.unit)
    }

    /// Whether all packets of the clip have been selected.
    var isOver: Bool { frames == clip.frames && isSoundOver }

    /// Whether the clip needs a packet; call this for each packet in file order.
    mutating func takes(_ packet: borrowing Packet) -> Bool {
        let raw = unsafe packet.raw.pointee
        switch unsafe raw.stream_index {
        case pictures:
            guard frames < clip.frames else {
                // The sound may end before the pictures.
                if unsafe raw.dts != ClipSource.noTime, unsafe raw.dts > clip.end + patience { isSoundOver = true }
                return false
            }
            if unsafe raw.flags & AV_PKT_FLAG_KEY != 0, unsafe raw.pts == clip.keyframe { hasKeyframe = true }
            guard hasKeyframe else { return false }
            if unsafe raw.flags & AV_PKT_FLAG_DISCARD == 0, unsafe clip.start <= raw.pts, unsafe raw.pts < clip.end {
                frames += 1
            }
            return true
        case sound:
            guard unsafe raw.pts < soundEnd else {
                isSoundOver = true
                return false
            }
            // A decoder's first packet is complete only after another one.
            return unsafe raw.pts + 2 * raw.duration > soundStart || clip.start == clip.keyframe && raw.pts < 0
        default: return false
        }
    }

    /// Makes a packet's times relative to the clip's start.
    func rebase(_ packet: borrowing Packet) {
        let start = unsafe packet.raw.pointee.stream_index == pictures ? clip.start : soundStart
        if unsafe packet.raw.pointee.pts != ClipSource.noTime { unsafe packet.raw.pointee.pts -= start }
        if unsafe packet.raw.pointee.dts != ClipSource.noTime { unsafe packet.raw.pointee.dts -= start }
        unsafe packet.raw.pointee.pos = -1
    }
}
