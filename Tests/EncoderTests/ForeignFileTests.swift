import Foundation
import TestSupport
import Testing

@testable import Decoder
@testable import Files
@testable import LibAV

/// Files of formats that name other files, which libavformat would open as well.
@Suite("Files that name other files")
struct ForeignFileTests {
    /// A format, and how its files name another one.
    struct Playlist: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The extension of the named file.
        let named: String
        let text: @Sendable (String) -> String

        static let all = [
            Playlist(testDescription: "HLS", named: "ts") {
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\($0)\n#EXT-X-ENDLIST\n"
            },
            Playlist(testDescription: "HLS with a file: address", named: "ts") {
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:\($0)\n#EXT-X-ENDLIST\n"
            },
            Playlist(testDescription: "ffconcat", named: "ts") { path in
                "ffconcat version 1.0\nfile \(path.split(separator: "/").last ?? "")\n"
            },
            Playlist(testDescription: "DASH", named: "webm") {
                """
                <?xml version="1.0"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
                  profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="audio/webm">
                <Representation id="1" bandwidth="64000" codecs="vorbis"><BaseURL>\($0)</BaseURL>
                </Representation></AdaptationSet></Period></MPD>
                """
            },
        ]
    }

    /// The extensions with which users name such a file; the format is found by its contents.
    private static let names = ["music.wav", "music.mp3", "clip.mp4", "picture.gif", "list.m3u8"]

    @Test("Neither sounds, movies nor pictures are read through them", arguments: Playlist.all, names)
    func playlists(playlist: Playlist, name: String) async throws {
        let folder = try TemporaryFolder()
        let secret = folder.path("secret.\(playlist.named)")
        try await Tool.ffmpeg(
            "-f", "lavfi", "-i", "sine=duration=1", "-f", "lavfi", "-i", "testsrc=d=1:s=64x64:r=10",
            playlist.named == "ts" ? "-shortest" : "-vn", secret)
        let path = try folder.write(name, playlist.text(secret))
        if name == "list.m3u8", playlist.testDescription == "HLS" {
            // A player does open the other file.
            #expect(try await !Tool.probe(path).streams.isEmpty)
        }
        #expect(throws: FileError.self) { try Soundtrack(SoundtrackSettings(path: path)) }
        let error = #expect(throws: FileError.self) { try MediaContents(of: path) }
        if name == "list.m3u8", playlist.testDescription == "HLS" {
            #expect(error?.description.contains("line 4 names '\(secret)', which is not a file in the") == true)
        }
        #expect(throws: FileError.self) { try StoredMovie(path: path, isPlayed: true) }
        #expect(throws: FileError.self) { try StoredMovie(path: path) }
        #expect(throws: FileError.self) { try MovieFrames(path: path) }
        #expect(throws: FileError.self) { try PictureReader(path) }
    }

    @Test("A format that is not supported is named, with the command that converts it")
    func unsupportedFormat() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("film.swf")
        try await Tool.ffmpeg("-f", "lavfi", "-i", "testsrc=d=1:s=64x64:r=10", "-c:v", "flv", path)
        let error = try #require(throws: FileError.self) { try MediaContents(of: path) }
        #expect(
            error.description.hasSuffix("[Its format, swf, is not supported; 'ffmpeg -i FILE NEW.mp4' converts it]"),
            "\(error.description)")
    }

    @Test("A short stream is read whole, in a format that only its extension tells", arguments: ["thd", "mlp"])
    func shortSound(kind: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("sound.\(kind)")
        try await Tool.ffmpeg(
            "-f", "lavfi", "-i", "sine=duration=0.25:sample_rate=48000", "-ac", "2", "-strict", "-2", "-c:a",
            kind == "thd" ? "truehd" : kind, path)
        let bytes = try await Tool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-"])
        let contents = try MediaContents(of: path)
        #expect(bytes.count == 12_000 * 4 && contents.sound == .milliseconds(250), "\(contents)")
    }

    @Test(
        "Sound in formats of one file is read",
        arguments: ["ac3", "eac3", "aiff", "au", "caf", "tta", "w64", "wv", "wma"])
    func sounds(kind: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("sound.\(kind)")
        try await Tool.ffmpeg("-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000", path)
        #expect(try Soundtrack(SoundtrackSettings(path: path)).sampleRate == 48_000)
    }
}
