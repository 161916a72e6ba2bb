import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

/// A file name, and the codec and the settings of its video.
struct StreamKind: CustomTestStringConvertible, Sendable {
    let name: String
    let codec: VideoCodec
    var encoder: VideoEncoderName?
    var settings: @Sendable (inout VideoSettings) throws -> Void = { _ in }
    var testDescription: String { "\(encoder?.rawValue ?? codec.rawValue) in \(name)" }

    /// The codecs with adjustable quality, and both encoders of AV1.
    static let adjustable = [
        StreamKind(name: "a.mp4", codec: .h264), StreamKind(name: "a.mp4", codec: .hevc),
        StreamKind(name: "a.mp4", codec: .av1), StreamKind(name: "a.mkv", codec: .av1, encoder: .aomAV1),
        StreamKind(name: "a.webm", codec: .vp9),
    ]

    /// The settings of a video of 30 frames per second.
    func videoSettings(size: PixelSize = PixelSize(width: 96, height: 64)) throws -> VideoSettings {
        var video = VideoSettings(size: size, frameRate: .thirty, preset: .ultrafast)
        video.container = try #require(MovieContainer(fileName: name))
        video.codec = codec
        video.encoder = encoder
        try settings(&video)
        return video
    }
}

extension VideoSettings {
    /// Writes a video to a file in a folder.
    @discardableResult
    func write(
        _ name: String, in folder: TemporaryFolder, count: Int, _ picture: (Int) throws -> PixelBuffer
    ) async throws -> (path: String, summary: MovieSummary, warnings: [String]) {
        let path = folder.path(name)
        let writer = try MovieWriter(path: path, video: self, soundtrack: nil)
        for index in 0..<count { try await writer.append(Frame(index: index, pixels: picture(index))) }
        let summary = try await writer.finish(
            frameCount: count, chapters: [], metadata: MovieMetadata(pageAddress: ""))
        return (path, summary, writer.warnings)
    }

    /// Writes moving pictures to a file in a folder, and returns its path.
    func write(_ name: String, in folder: TemporaryFolder, count: Int = 6) async throws -> String {
        let pictures = Pictures(size)
        return try await write(name, in: folder, count: count) { try pictures.moving($0) }.path
    }
}
