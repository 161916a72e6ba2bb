import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Files
@testable import LibAV

/// Playlists of segments on disk, which ffmpeg makes, beside the same film in one file.
@Suite("Playlists of films in segments")
struct PlaylistTests {
    private let folder: TemporaryFolder
    private let film: String

    init() async throws {
        folder = try TemporaryFolder()
        film = folder.path("film.mkv")
        try await Tool.ffmpeg(
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=3", "-f", "lavfi", "-i", "sine=duration=3:sample_rate=48000",
            "-c:v", "libx264", "-g", "10", "-c:a", "aac", film)
    }

    /// Makes the playlist `list.m3u8` of three segments.
    private func playlist(_ options: [String] = []) async throws -> String {
        let path = folder.path("list.m3u8")
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-y", "-i", film, "-c", "copy", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0"]
                + options + [path])
        return path
    }

    /// All pictures as bytes.
    private func pictures(of path: String) throws -> [Data] {
        let frames = try MovieFrames(path: path)
        return try (0..<30).map { number in
            unsafe try frames.picture(at: .milliseconds(100 * number)).withBytes { unsafe Data($0) }
        }
    }

    private func samples(of path: String) throws -> [Float] {
        let reader = try SoundReader(path: path)
        var samples: [Float] = []
        while let chunk = try reader.next() { samples += chunk.left }
        return samples
    }

    @Test(
        "Pictures, sound and lengths are those of the film in one file",
        arguments: [
            ["-hls_segment_type", "mpegts"], ["-hls_segment_type", "fmp4"], ["-hls_flags", "single_file"],
            ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"],
        ])
    func segments(options: [String]) async throws {
        let path = try await playlist(options)
        // FFmpeg's own demuxer joins the segments of the witness.
        let whole = folder.path(options.contains("fmp4") ? "whole.mp4" : "whole.ts")
        try await Tool.ffmpeg("-i", path, "-c", "copy", whole)
        let contents = try MediaContents(of: path)
        #expect(contents.pictures?.size == PixelSize(width: 64, height: 48))
        let pictures = try pictures(of: path)
        #expect(Set(pictures).count == 30)
        #expect(try pictures == self.pictures(of: whole))
        let heard = try await Tool.run("ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-f", "f32le", "-"])
        let expected = unsafe heard.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
        #expect(try samples(of: path) == expected)
        #expect(abs((contents.sound ?? .zero).inSeconds - Double(expected.count) / 48_000) < 0.05)
        #expect(try Soundtrack(SoundtrackSettings(path: path)).sampleRate == 48_000)
    }

    @Test("A segment that goes away while it is read causes a warning, and the last picture stays")
    func changed() async throws {
        // More than libavformat reads when it opens the film.
        try await Tool.ffmpeg(
            "-y", "-f", "lavfi", "-i", "nullsrc=s=640x480:r=10:d=3,geq=random(1)*255:128:128", "-c:v", "libx264",
            "-preset", "ultrafast", "-qp", "20", "-g", "10", film)
        let path = try await playlist()
        let frames = try MovieFrames(path: path)
        _ = try frames.picture(at: .zero)
        try FileManager.default.removeItem(atPath: folder.path("list2.ts"))
        #expect(frames.warnings.isEmpty)
        let shown = try (0..<30).map { try frames.picture(at: .milliseconds(100 * $0)) }
        #expect((15..<22).contains(Set(shown.map(ObjectIdentifier.init)).count))
        #expect(frames.warnings.count == 1 && frames.warnings[0].contains(path), "\(frames.warnings)")
    }

    @Test(
        "What is no complete film in the playlist's folder is refused, with the line",
        arguments: [
            ("list1.ts", "../list1.ts", "line 8 names '../list1.ts', which is not a file in the playlist's folder"),
            ("list1.ts", "https://a/1.ts", "line 8 names 'https://a/1.ts', which"),
            ("list1.ts", "file:list1.ts", "line 8 names 'file:list1.ts', which"),
            ("list1.ts", "linked.ts", "line 8 names 'linked.ts', which"),
            ("list1.ts", "missing.ts", "line 8 names 'missing.ts', which"),
            ("#EXT-X-ENDLIST", "", "its end is missing, as if it were still being written."),
            ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "line 4 says that the segments are"),
            ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-STREAM-INF:BANDWIDTH=1", "line 4 belongs to a list of playlists."),
            ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-BYTERANGE:1000000@0", "list0.ts': it has "),
            ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-BYTERANGE:x", "line 4 has no number of bytes."),
            (
                "list1.ts", "#EXT-X-BYTERANGE:188\nlist1.ts",
                "line 9 does not say where the bytes begin: the segment before"
            ),
            ("list1.ts", "", "line 9 comes where a segment is missing, whose length is stated."),
            ("list2.ts", "", "line 11 comes where a segment is missing"),
            ("list2.ts", "film.mkv", "film.mkv': it is not a segment of MPEG-TS"),
            ("list1.ts", "list1.ts\n#EXT-X-DISCONTINUITY", "line 9 says that the times begin anew"),
            ("list1.ts", "#EXT-X-MAP:URI=\"list0.ts\"\n#EXT-X-MAP:URI=\"list1.ts\"", "line 9 begins another film."),
        ])
    func refused(text: String, replacement: String, reason: String) async throws {
        let path = try await playlist()
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("secret.ts", Data(contentsOf: URL(fileURLWithPath: folder.path("list1.ts"))))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("linked.ts"), withDestinationPath: elsewhere.path("secret.ts"))
        let written = try String(contentsOfFile: path, encoding: .utf8).replacing(text, with: replacement)
        try folder.write("list.m3u8", written)
        for open in [{ _ = try MediaContents(of: path) }, { _ = try Soundtrack(SoundtrackSettings(path: path)) }] {
            let error = #expect(throws: FileError.self) { try open() }
            #expect(error?.code == .unreadableInput)
            #expect(error?.message.contains("The playlist '\(path)' cannot be used: ") == true)
            #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
        }
    }

    @Test("Names can be encoded as in addresses, and segments be below the folder")
    func names() async throws {
        let path = try await playlist()
        _ = try folder.makeFolder("part 1")
        try FileManager.default.moveItem(atPath: folder.path("list1.ts"), toPath: folder.path("part 1/ü.ts"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for name in ["part%201/%C3%BC.ts", "part 1/ü.ts"] {
            try folder.write("list.m3u8", text.replacing("list1.ts", with: name))
            #expect(try Set(pictures(of: path)).count == 30)
        }
    }

    @Test("A byte order mark, and bytes named before the beginning that all segments share, change nothing")
    func order() async throws {
        let path = try await playlist(["-hls_segment_type", "fmp4", "-hls_flags", "single_file"])
        let expected = try pictures(of: path)
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        let map = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-MAP") })
        let bytes = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-BYTERANGE") })
        lines.insert(
            lines[map].replacing("list.m4s", with: "init.mp4").replacing(#/,BYTERANGE=.*/#, with: ""), at: bytes + 1)
        // The beginning in a file of its own: its line has no bytes, unlike the segment's.
        let length = try #require(lines[map].firstMatch(of: #/BYTERANGE="([0-9]+)@0"/#).flatMap { Int($0.1) })
        try folder.write("init.mp4", folder.read("list.m4s").prefix(length))
        lines.remove(at: map)
        try folder.write("list.m3u8", "\u{FEFF}" + lines.joined(separator: "\r\n"))
        #expect(try pictures(of: path) == expected)
    }

    @Test("Short segments whose times begin anew without a tag are refused")
    func anew() async throws {
        let path = try await playlist()
        try folder.write(
            "list.m3u8", String(contentsOfFile: path, encoding: .utf8).replacing(#/list[12].ts/#, with: "list0.ts"))
        let error = #expect(throws: FileError.self) { try MediaContents(of: path) }
        #expect(error?.message.contains("its times begin anew after 1") == true, "\(String(describing: error))")
    }
}
