import Files
import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder

/// Lengths of pictures and sound count from the file's start, wherever its times begin.
@Suite("Lengths of media files")
struct MediaLengthTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let kinds = [
        ("mkv", ["-c:v", "libx264", "-c:a", "aac"]), ("webm", ["-c:v", "libvpx", "-c:a", "libopus"]),
        ("mp4", ["-c:v", "libx264", "-c:a", "aac"]), ("mov", ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
        ("ts", ["-c:v", "libx264", "-c:a", "aac"]), ("ogv", ["-c:v", "libtheora", "-c:a", "libvorbis"]),
    ]

    /// Writes 2 s of pictures and sound, and returns how many of each ffprobe decodes.
    private func write(
        _ path: String, _ codecs: [String], sound: Double = 0, _ options: [String]
    ) async throws -> (pictures: Double, sound: Double) {
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=2", "-itsoffset", "\(sound)", "-f", "lavfi",
                "-i",
            ]
                + ["sine=r=48000:d=2"] + codecs + ["-pix_fmt", "yuv420p"] + options + [path])
        func sum(_ stream: String, _ field: String) async throws -> Double {
            let output = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", stream, "-show_entries", "frame=\(field)", "-of", "csv=p=0", path])
            let rows = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.prefix { $0 != "," } }
            return stream == "v" ? Double(rows.count) / 25 : rows.reduce(0) { $0 + (Double($1) ?? 0) } / 48_000
        }
        return (try await sum("v", "key_frame"), try await sum("a", "nb_samples"))
    }

    @Test(
        "A file whose times begin elsewhere is as long as its pictures and its sound", arguments: kinds, [10, 0, 3600])
    func offset(kind: (ending: String, codecs: [String]), seconds: Int) async throws {
        let path = folder.path("a.\(kind.ending)")
        let decoded = try await write(path, kind.codecs, ["-output_ts_offset", "\(seconds)"])
        let contents = try MediaContents(of: path)
        guard case .moving(_, let pictures) = contents.pictures else { throw Tool.Failure(message: "no pictures") }
        #expect(abs(pictures.seconds - decoded.pictures) <= 0.081, "\(pictures), \(decoded)")
        let sound = try #require(contents.sound)
        #expect(abs(sound.seconds - decoded.sound) <= 0.081, "\(sound), \(decoded)")
    }

    @Test(
        "Sound alone is as long as it was before encoding, to the sample",
        arguments: [
            ("flac", 48_000), ("m4a", 48_000), ("mp3", 48_000), ("mp3", 8000), ("opus", 48_000), ("ogg", 48_000),
            ("ogg", 44_100), ("webm", 48_000), ("caf", 48_000), ("wav", 44_100),
        ])
    func sound(ending: String, rate: Int) async throws {
        let path = folder.path("a.\(ending)")
        let codec = ["webm": ["-c:a", "libopus"], "caf": ["-c:a", "alac"]][ending] ?? []
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=r=\(rate):d=1.23"] + codec + [path])
        let sound = try #require(try MediaContents(of: path).sound)
        #expect(abs(sound.seconds - 1.23) * Double(rate) < 0.5, "\(sound)")
    }

    @Test("Sound that begins late ends late", arguments: ["mp4", "mkv", "mov"])
    func late(ending: String) async throws {
        let path = folder.path("a.\(ending)")
        _ = try await write(path, ["-c:v", "mpeg4", "-c:a", "aac"], sound: 0.7, [])
        let sound = try #require(try MediaContents(of: path).sound)
        #expect(abs(sound.seconds - 2.7) <= 0.05, "\(sound)")
    }

    @Test("A stream whose times begin anew is refused, and remuxed, it is whole", arguments: ["ts", "mpg"])
    func joined(ending: String) async throws {
        let (part, path) = (folder.path("part.\(ending)"), folder.path("a.\(ending)"))
        _ = try await write(part, ["-c:v", "mpeg2video", "-c:a", "mp2"], [])
        let data = try folder.read("part.\(ending)")
        try (data + data).write(to: URL(filePath: path))
        let error = try #require(throws: FileError.self) { try MediaContents(of: path) }
        #expect(error.message.contains("its times begin anew after 2"), "\(error.message)")
        let whole = folder.path("whole.mp4")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", path, "-c:v", "mpeg4", whole])
        guard case .moving(_, let length) = try MediaContents(of: whole).pictures else {
            throw Tool.Failure(message: "no pictures")
        }
        #expect(abs(length.seconds - 4) <= 0.25, "\(length)")
        // One that is not joined is read.
        #expect(try MediaContents(of: part).pictures != nil)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
