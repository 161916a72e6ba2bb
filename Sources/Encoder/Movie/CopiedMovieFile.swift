package import CLibAV
import Decoder
import Files
import Frames
import LibAV

/// Copies coded pictures into a movie's file, beside encoded sounds and subtitles.
///
/// All is written by ``finish(frameCount:chapters:metadata:)``. Used on the encoder's thread only. An unfinished file is
/// removed on deinitialization.
final class CopiedMovieFile: MovieStreams {
    let format: MovieFormat
    let warnings: [String] = []
    let conversions = 0
    private(set) var framesWritten = 0
    var bytesWritten: Int { tracks.muxer.bytesWritten }

    private let pictures: CopiedPictures
    private let frameRate: FrameRate
    private let tracks: MovieTracks
    private let videoStream: Muxer.Stream
    private let packet: Packet
    /// Called after each picture; returns whether to stop.
    private let onProgress: (CopiedMovieFile) -> Bool
    /// The first part, opened for its stream's parameters.
    private var first: FilmPart?

    /// Creates the file.
    ///
    /// - Parameter onProgress: Called after each picture; returns whether to stop.
    init(
        _ place: OutputPlace, _ pictures: CopiedPictures, as container: MovieContainer, frameRate: FrameRate,
        sounds: [any MovieSound], encoding: SoundEncoding, subtitles: MovieSubtitles, creationTime: Int,
        metadata: MovieMetadata, onProgress: @escaping (CopiedMovieFile) -> Bool
    ) throws(FileError) {
        self.pictures = pictures
        self.frameRate = frameRate
        self.onProgress = onProgress
        guard let part = pictures.parts.first, let codec = VideoCodec(pictures.stream.codec) else {
            throw FileError(.internalFailure, "The video cannot be written: it has no frames that can be copied.")
        }
        let film = try Self.open(part)
        first = film
        format = MovieFormat(container: container, codec: codec, encoder: "copy", threads: 0, hasAlpha: false)
        do throws(LibAVError) { packet = try Packet() } catch { throw .failure("Copying the pictures", error) }
        let muxer = try Muxer(creating: place, as: container)
        videoStream = try unsafe muxer.addStream(copying: film.stream, frameRate: frameRate)
        tracks = try MovieTracks(
            muxer, frameRate: frameRate, sounds: sounds, as: encoding, subtitles: subtitles,
            creationTime: creationTime, metadata: metadata)
    }

    func append(_ frame: Frame) throws(FileError) {
        throw FileError(.internalFailure, "A video whose pictures are copied takes no frames.")
    }

    func add(_ caption: SubtitleCue) { tracks.add(caption) }

    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) throws(FileError) -> MovieSummary {
        var start = 0
        for part in pictures.parts {
            try copy(part, from: start)
            start += part.count
        }
        let (bytes, sound) = try tracks.finish(frameCount: start, chapters: chapters, metadata: metadata)
        return MovieSummary(
            size: pictures.stream.size, frames: start, duration: frameRate.time(ofFrame: start), bytes: bytes,
            format: format, sound: sound)
    }

    /// Copies a part, whose first picture is shown at a frame of the movie.
    private func copy(_ part: FilmPartRequest, from start: Int) throws(FileError) {
        let film = if let first { first } else { try Self.open(part) }
        first = nil
        while let frame = try Self.reading(part, { () throws(CopyObstacle) in try film.next(into: packet) }) {
            defer { packet.clear() }
            unsafe packet.raw.pointee.pts = Int64(start + frame)
            unsafe packet.raw.pointee.dts = Int64(framesWritten - pictures.delay)
            unsafe packet.raw.pointee.duration = 1
            unsafe packet.raw.pointee.pos = -1
            guard film.delay <= pictures.delay else {
                throw FileError(.unreadableInput, "'\(part.path)' was changed while it was copied. Try again.")
            }
            try tracks.muxer.write(packet, to: videoStream)
            framesWritten += 1
            try tracks.advance(to: framesWritten)
            if onProgress(self) { throw FileError(.cannotWriteOutput, "Copying the pictures was canceled.") }
        }
    }

    private static func open(_ part: FilmPartRequest) throws(FileError) -> FilmPart {
        try reading(part) { () throws(CopyObstacle) in try FilmPart(part) }
    }

    /// Runs an operation that did not fail when the parts were examined.
    private static func reading<Value>(
        _ part: FilmPartRequest, _ body: () throws(CopyObstacle) -> Value
    ) throws(FileError) -> Value {
        do throws(CopyObstacle) {
            return try body()
        } catch {
            throw FileError(.unreadableInput, "'\(part.path)' cannot be copied any more: it \(error.reason).")
        }
    }
}

extension VideoCodec {
    /// The codec with a number of libavcodec's; `nil` for those that pagereel does not write.
    package init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_H264: self = .h264
        case AV_CODEC_ID_HEVC: self = .hevc
        case AV_CODEC_ID_VP9: self = .vp9
        case AV_CODEC_ID_AV1: self = .av1
        case AV_CODEC_ID_PRORES: self = .prores
        case AV_CODEC_ID_FFV1: self = .ffv1
        default: return nil
        }
    }
}
