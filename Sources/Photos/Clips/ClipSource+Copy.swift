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
