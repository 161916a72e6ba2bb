import CLibAV
import Files
package import Frames
import LibAV

/// The encoders and the file of one movie.
///
/// Used on the encoder's thread only. When it goes away unfinished, the file
/// goes too.
package final class MovieFile {
    private let settings: VideoSettings
    private let video: VideoEncoder
    private let muxer: Muxer
    private let videoStream: Muxer.Stream
    private let sound: SoundWriter?

    /// Creates the file and opens the encoders.
    init(
        path: String, video settings: VideoSettings, sound movieSound: (any MovieSound)?, creationTime: Int,
        metadata: MovieMetadata
    ) throws(FileError) {
        self.settings = settings
        video = try VideoEncoder(settings)
        muxer = try Muxer(creating: path, as: settings.container)
        videoStream = try muxer.addStream(for: video.codec)
        if let movieSound {
            sound = try SoundWriter(movieSound, as: settings.container.soundCodec, muxer: muxer)
        } else {
            sound = nil
        }
        try muxer.writeHeader(
            movieTimeScale: Self.movieTimeScale(for: settings.frameRate), creationTime: creationTime,
            metadata: metadata)
    }

    /// Pictures written so far, the repeated ones included.
    var framesWritten: Int { video.count }
    /// Bytes written so far.
    var bytesWritten: Int { muxer.bytesWritten }
    /// How it is written.
    var format: MovieFormat { video.format }
    /// What a person should know about the encoder, as sentences.
    var warnings: [String] { video.warnings }
    /// Pictures that were converted rather than repeated.
    var conversions: Int { video.converter.conversions }

    /// Writes a frame at its place, and the frame before it in all places
    /// that were left out.
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
        if video.count == 0 { try video.show(frame.pixels) }
        try encode(upTo: frame.index)
        try video.show(frame.pixels)
        try encode(upTo: frame.index + 1)
    }

    /// Completes the file.
    func finish(frameCount: Int, chapters: [Chapter], metadata: MovieMetadata) throws(FileError) -> MovieSummary {
        guard video.count > 0 else {
            throw FileError(.internalFailure, "A video without a single frame cannot be written.")
        }
        try encode(upTo: frameCount)
        try video.finish { packet throws(FileError) in try muxer.write(packet, to: videoStream) }
        let soundSummary = try sound?.finish(total: samples(forFrames: video.count))
        let length = settings.frameRate.time(ofFrame: video.count)
        try muxer.addChapters(ChapterSpan.spans(of: chapters, movieLength: length, opening: metadata.title))
        let bytes = try muxer.finish(metadata)
        return MovieSummary(
            size: video.converter.videoSize, frames: video.count, duration: length, bytes: bytes,
            format: video.format, sound: soundSummary)
    }

    private func encode(upTo count: Int) throws(FileError) {
        while video.count < count {
            try video.encode { packet throws(FileError) in try muxer.write(packet, to: videoStream) }
            try sound?.advance(toAtLeast: samples(forFrames: video.count))
        }
    }

    private func samples(forFrames count: Int) -> Int {
        settings.frameRate.sampleCount(forFrames: count, sampleRate: SoundFormat.movieSampleRate)
    }

    /// Units a second in which both a number of frames and a number of
    /// samples are whole, if there is such a number of reasonable size.
    ///
    /// libav's own default, 1000, rounds the lengths to milliseconds.
    package static func movieTimeScale(for rate: FrameRate) -> Int {
        let sampleRate = SoundFormat.movieSampleRate
        var (a, b) = (sampleRate, rate.numerator)
        while b != 0 { (a, b) = (b, a % b) }
        let common = sampleRate / a * rate.numerator
        // Beyond a million, long recordings would not fit 32-bit players.
        return common <= 1_000_000 ? common : sampleRate
    }
}
