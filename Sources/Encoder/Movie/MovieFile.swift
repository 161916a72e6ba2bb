import CLibAV
import Files
package import Frames
import LibAV

/// Encodes the streams of one movie and muxes them into its file.
///
/// Used on the encoder's thread only. An unfinished file is removed on deinitialization.
package final class MovieFile: MovieStreams {
    private let settings: VideoSettings
    private let video: VideoEncoder
    private let videoStream: Muxer.Stream
    private let tracks: MovieTracks
    private var muxer: Muxer { tracks.muxer }
    /// What measures the work; `nil` for nothing.
    var work: WorkMeter?

    /// Creates the file and opens the encoders.
    init(
        _ place: OutputPlace, video settings: VideoSettings, sounds: [any MovieSound], as encoding: SoundEncoding,
        subtitles: MovieSubtitles, creationTime: Int, metadata: MovieMetadata
    ) throws(FileError) {
        self.settings = settings
        video = try VideoEncoder(settings)
        let muxer = try Muxer(creating: place, as: settings.container)
        videoStream = try muxer.addStream(for: video.codec)
        if let hdr = settings.hdr { try muxer.state(hdr, of: videoStream) }
        tracks = try MovieTracks(
            muxer, frameRate: settings.frameRate, sounds: sounds, as: encoding, subtitles: subtitles,
            creationTime: creationTime, metadata: metadata)
    }

    /// Frames written so far, including repeated ones.
    var framesWritten: Int { video.count }
    /// Bytes written so far.
    var bytesWritten: Int { muxer.bytesWritten }
    /// The container, codec and encoder of the file.
    var format: MovieFormat { video.format }
    /// Warnings about the encoder for the user, as sentences.
    var warnings: [String] { video.warnings }
    /// Frames that were converted rather than repeated.
    var conversions: Int { video.converter.conversions }

    /// Writes a frame, after repeating the previous one to fill any gap.
    func append(_ frame: Frame) throws(FileError) {
        guard frame.index >= video.count else {
            throw FileError(
                .internalFailure, "Frame \(frame.index) came after frame \(video.count - 1); frames must ascend.")
        }
        guard frame.pixels.size == settings.size else {
            throw FileError(
                .internalFailure, "Frame \(frame.index) is \(frame.pixels.size) pixels; the video is \(settings.size).")
        }
        guard frame.pixels.hasAlpha == settings.hasAlpha else {
            throw FileError(
                .internalFailure, "Frame \(frame.index) does not have the transparency that the video has.")
        }
        // Nothing precedes the first frame, so it fills its own gap.
        if video.count == 0 { try show(frame) }
        try encode(upTo: frame.index)
        try show(frame)
        try encode(upTo: frame.index + 1)
    }

    /// Writes a decoded picture as the next frame.
    func append(_ picture: VideoPicture) throws(FileError) {
        video.show(picture)
        try encode(upTo: video.count + 1)
    }

    /// Completes the file.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) throws(FileError) -> MovieSummary {
        guard video.count > 0 else {
            throw FileError(.internalFailure, "The video cannot be written: it has no frames.")
        }
        try encode(upTo: frameCount)
        let encoding = work?.begin(.encode, frame: frameCount - 1)
        try video.finish { packet throws(FileError) in try write(packet) }
        encoding?.end()
        let (bytes, sound) = try tracks.finish(frameCount: video.count, chapters: chapters, metadata: metadata)
        return MovieSummary(
            size: video.converter.videoSize, frames: video.count,
            duration: settings.frameRate.time(ofFrame: video.count), bytes: bytes, format: video.format, sound: sound)
    }

    private func encode(upTo count: Int) throws(FileError) {
        while video.count < count {
            let encoding = work?.begin(.encode, frame: video.count)
            try video.encode { packet throws(FileError) in try write(packet) }
            encoding?.end()
            try tracks.advance(to: video.count)
        }
    }

    private func show(_ frame: Frame) throws(FileError) {
        let converting = work?.begin(.convert, frame: frame.index)
        try video.show(frame)
        converting?.end()
    }

    private func write(_ packet: borrowing Packet) throws(FileError) {
        let writing = work?.begin(.write, frame: video.count - 1)
        try muxer.write(packet, to: videoStream)
        writing?.end()
    }

    /// Adds a text to the track of captions.
    func add(_ caption: SubtitleCue) { tracks.add(caption) }

    /// Returns a time scale in which frames and samples both have whole durations.
    ///
    /// Falls back to the sample rate if that scale would exceed a million. libav's default,
    /// 1000, would round durations to milliseconds.
    ///
    /// - Returns: Units per second.
    package static func movieTimeScale(
        for rate: FrameRate, sampleRate: Int = SoundFormat.movieSampleRate
    ) -> Int {
        let common = sampleRate / greatestCommonDivisor(sampleRate, rate.numerator) * rate.numerator
        // Above a million, long recordings would overflow 32-bit players.
        return common <= 1_000_000 ? common : sampleRate
    }
}

/// What a ``MovieWriter`` writes: a movie, or an animated picture.
protocol MovieStreams: AnyObject {
    /// Frames written so far, including repeated ones.
    var framesWritten: Int { get }
    /// Bytes written so far.
    var bytesWritten: Int { get }
    /// The container, codec and encoder of the file.
    var format: MovieFormat { get }
    /// Warnings about the encoder for the user, as sentences.
    var warnings: [String] { get }
    /// Frames that were converted rather than repeated.
    var conversions: Int { get }
    /// What measures the work; `nil` for nothing.
    var work: WorkMeter? { get set }

    /// Writes a frame, after repeating the previous one to fill any gap.
    func append(_ frame: Frame) throws(FileError)

    /// Writes a decoded picture as the next frame.
    func append(_ picture: VideoPicture) throws(FileError)

    /// Adds a text to the track of captions, if there is one.
    func add(_ caption: SubtitleCue)

    /// Completes the file, after repeating the last frame up to a number of frames.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) throws(FileError) -> MovieSummary
}

extension MovieStreams {
    /// Copying is not measured.
    var work: WorkMeter? {
        get { nil }
        set {}
    }

    /// Animated pictures are made of pixels.
    func append(_ picture: VideoPicture) throws(FileError) {
        throw FileError(.internalFailure, "A decoded picture cannot be written to a \(format.container.rawValue) file.")
    }
}
