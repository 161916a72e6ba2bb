import Foundation
import Subprocess
import Testing

/// Runs ffmpeg and ffprobe to read files back independently.
enum Tool {
    /// Runs a tool that must succeed, and returns its output.
    static func run(_ name: String, _ arguments: [String]) async throws -> Data {
        let result = try await Subprocess.run(
            .name(name), arguments: Arguments(arguments), output: .data(limit: 256 << 20),
            error: .string(limit: 1 << 20))
        guard result.terminationStatus.isSuccess else {
            throw Failure(message: "\(name) \(arguments.joined(separator: " ")): \(result.standardError)")
        }
        return result.standardOutput
    }

    struct Failure: Error { let message: String }

    /// Creates a media file.
    static func ffmpeg(_ arguments: String...) async throws {
        _ = try await run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
    }

    /// Everything that ffprobe reports about a file.
    static func probe(_ path: String) async throws -> Probe {
        let data = try await run(
            "ffprobe",
            ["-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", path])
        return try JSONDecoder().decode(Probe.self, from: data)
    }

    /// A field of each packet of the video, in presentation order.
    static func videoPackets(_ path: String) async throws -> [Probe.Packet] { try await packets(path, of: "v") }

    /// A field of each packet of one kind of stream, `v` or `a`, in presentation order.
    static func packets(_ path: String, of kind: String) async throws -> [Probe.Packet] {
        let data = try await run(
            "ffprobe",
            ["-v", "error", "-of", "json", "-select_streams", kind, "-show_entries", "packet=pts,flags", path])
        return try JSONDecoder().decode(Probe.Packets.self, from: data).packets.sorted { $0.pts < $1.pts }
    }

    /// The size of each packet of the video in bytes, in decoding order.
    static func packetSizes(_ path: String) async throws -> [Int] {
        let text = try await run(
            "ffprobe", ["-v", "error", "-of", "csv=p=0", "-select_streams", "v", "-show_entries", "packet=size", path])
        return String(decoding: text, as: UTF8.self).split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    }

    /// The color range of the first decoded picture, `tv` or `pc`.
    static func pictureRange(_ path: String) async throws -> String? {
        let data = try await run(
            "ffprobe",
            ["-v", "error", "-of", "json", "-select_streams", "v", "-read_intervals", "%+#1"]
                + ["-show_entries", "frame=color_range", path])
        return try JSONDecoder().decode(Probe.Frames.self, from: data).frames.first?.color_range
    }

    /// All pictures as RGB bytes.
    static func pictures(_ path: String) async throws -> Data {
        try await run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-vf",
                "scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int",
                "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
            ])
    }

    /// All pictures as RGBA bytes.
    static func transparentPictures(_ path: String, decoder: String) async throws -> Data {
        try await run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-c:v", decoder, "-i", path, "-vf",
                "scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int",
                "-f", "rawvideo", "-pix_fmt", "rgba", "-",
            ])
    }

    /// A sound file's samples, interleaved.
    static func samples(_ path: String) async throws -> [Float] {
        let data = try await run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-f", "f32le", "-"])
        return unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    }
}

/// The output of ffprobe.
struct Probe: Decodable {
    struct Stream: Decodable {
        var codec_type: String
        var codec_name: String?
        var codec_tag_string: String?
        var profile: String?
        var level: Int?
        var sample_aspect_ratio: String?
        var width: Int?
        var height: Int?
        var pix_fmt: String?
        var color_range: String?
        var color_space: String?
        var color_transfer: String?
        var color_primaries: String?
        var chroma_location: String?
        var r_frame_rate: String?
        var avg_frame_rate: String?
        var nb_frames: String?
        var time_base: String?
        var duration_ts: Int?
        var sample_rate: String?
        var channels: Int?
        var start_pts: Int?
    }

    struct Format: Decodable {
        var duration: String
        var tags: [String: String]?
    }

    struct Chapter: Decodable {
        var start_time: String
        var end_time: String
        var tags: [String: String]?
    }

    struct Packet: Decodable {
        var pts: Int
        var flags: String
    }

    struct Packets: Decodable { var packets: [Packet] }

    struct Frame: Decodable { var color_range: String? }

    struct Frames: Decodable { var frames: [Frame] }

    var streams: [Stream]
    var format: Format
    var chapters: [Chapter]

    var video: Stream { get throws { try #require(streams.first { $0.codec_type == "video" }) } }
    var audio: Stream { get throws { try #require(streams.first { $0.codec_type == "audio" }) } }
}
