import CLibAV
import Decoder
package import Encoder
import Files
import Frames
import LibAV

extension ClipSource {
    /// Copies a clip's packets into a file of its own, as they are.
    ///
    /// The file begins with the picture before the clip's first that can be
    /// decoded by itself, and with a packet of sound more; its edit list has
    /// playback begin at the clip's first picture. What is not needed to
    /// decode the clip is left out, but a last packet may go beyond its end:
    /// playback is yet to be limited to ``Clip/movieTicks``.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist.
    ///   - container: MP4, which gets its index in front, or MOV, whose index
    ///     stays last.
    ///   - onFrame: Hears how many of the clip's pictures are there.
    /// - Throws: ``FileError``, or what `onFrame` throws; the file is gone
    ///   then.
    package func copy(
        _ clip: Clip, to path: String, as container: MovieContainer, onFrame: (Int) throws -> Void
    ) throws {
        let muxer = try Muxer(creating: path, as: container)
        let picturesCopy = try muxer.addStream(copying: pictures)
        let soundCopy = try sound.map { stream throws(FileError) in try muxer.addStream(copying: stream) }
        try muxer.writeClipHeader(
            movieTimeScale: clip.movieTimeScale, creationTime: movie.input.tag("creation_time"),
            hasIndexInFront: container == .mp4)
        var window = ClipWindow(clip, pictures: pictures, sound: sound)
        let packet = try Self.packet()
        // So early that the sound before the picture is read as well.
        let second = av_rescale_q(1, AVRational(num: 1, den: 1), clip.unit)
        seek(to: clip.from == .zero ? .min : clip.keyframe - second)
        while !window.isOver, movie.input.read(into: packet) {
            defer { packet.clear() }
            guard window.takes(packet) else { continue }
            window.rebase(packet)
            if packet.stream == Int(pictures.pointee.index) {
                try muxer.write(packet, to: picturesCopy)
                try onFrame(window.frames)
            } else if let soundCopy {
                try muxer.write(packet, to: soundCopy)
            }
        }
        guard window.frames == clip.frames else {
            throw movie.unreadable("it breaks off after \(window.frames) of the clip's \(clip.frames) pictures")
        }
        _ = try muxer.finish(MovieMetadata(pageAddress: ""))
    }

    private static func packet() throws(FileError) -> Packet {
        do throws(LibAVError) { return try Packet.allocate() } catch { throw .failure("Reading the video", error) }
    }
}
