import CLibAV
import Decoder
package import Encoder
package import Files
import Frames
import LibAV

extension ClipSource {
    /// Copies a clip's packets into a new file without encoding.
    ///
    /// The file begins with the last keyframe before the clip and one extra packet of sound;
    /// its edit list starts playback at the clip's first picture. Other packets that are not
    /// needed are omitted. The last packet may extend beyond the clip, so playback must still
    /// be limited to ``Clip/movieTicks``.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - place: The file, which must not exist.
    ///   - container: MP4, whose index goes in front, or MOV, whose index stays last.
    ///   - onFrame: Called with the number of the clip's pictures copied so far.
    /// - Throws: ``FileError``, or the error of `onFrame`; the file is then removed.
    package func copy(
        _ clip: Clip, to place: OutputPlace, as container: MovieContainer, onFrame: (Int) throws -> Void
    ) throws {
        let muxer = try Muxer(creating: place, as: container)
        let picturesCopy = try unsafe muxer.addStream(copying: pictures)
        let soundCopy = try unsafe sound.map { stream throws(FileError) in try unsafe muxer.addStream(copying: stream) }
        try muxer.writeClipHeader(
            movieTimeScale: clip.movieTimeScale, creationTime: movie.input.tag("creation_time"),
            hasIndexInFront: container == .mp4)
        var window = unsafe ClipWindow(clip, pictures: pictures, sound: sound)
        let packet = try Self.packet()
        // Early enough to include the sound before the picture.
        let second = av_rescale_q(1, AVRational(num: 1, den: 1), clip.unit)
        seek(to: clip.from == .zero ? .min : clip.keyframe - second)
        while !window.isOver, movie.input.read(into: packet) {
            defer { packet.clear() }
            guard window.takes(packet) else { continue }
            window.rebase(packet)
            if unsafe packet.stream == Int(pictures.pointee.index) {
                try muxer.write(packet, to: picturesCopy)
                try onFrame(window.frames)
            } else if let soundCopy {
                try muxer.write(packet, to: soundCopy)
            }
        }
        guard window.frames == clip.frames else {
            throw movie.unreadable("it is truncated after \(window.frames) of the clip's \(clip.frames) pictures")
        }
        _ = try muxer.finish(MovieMetadata(pageAddress: ""))
    }

    private static func packet() throws(FileError) -> Packet {
        do throws(LibAVError) { return try Packet() } catch { throw .failure("Reading the video", error) }
    }
}

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
                if unsafe raw.dts != InputFormat.unknownTime, unsafe raw.dts > clip.end + patience {
                    isSoundOver = true
                }
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
        if unsafe packet.raw.pointee.pts != InputFormat.unknownTime { unsafe packet.raw.pointee.pts -= start }
        if unsafe packet.raw.pointee.dts != InputFormat.unknownTime { unsafe packet.raw.pointee.dts -= start }
        unsafe packet.raw.pointee.pos = -1
    }
}
