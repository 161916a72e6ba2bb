import Foundation
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import LibAV

@Suite("Damaged soundtracks")
struct DamagedSoundtrackTests {
    private let folder: TemporaryFolder

    /// Four seconds.
    private static let length = 192_000
    private static let samples = Sounds.loop(length)
    /// Every format that is tested, and ffmpeg's options for it.
    private static let kinds = Sounds.kinds.merging([
        "ac3": ["-c:a", "ac3"], "eac3": ["-c:a", "eac3"], "mp2": ["-c:a", "mp2"], "aiff": ["-c:a", "pcm_s16be"],
        "mka": ["-c:a", "aac"], "webm": ["-c:a", "libopus"], "ts": ["-c:a", "aac"],
        "bare.mp3": ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0"],
        "low.mp3": ["-c:a", "libmp3lame", "-ar", "8000", "-b:a", "8k"],
        "fast.m4a": ["-c:a", "aac", "-movflags", "+faststart"],
        "pieces.m4a": ["-c:a", "aac", "-movflags", "+frag_keyframe+empty_moov"],
    ]) { old, _ in old }

    init() throws { folder = try TemporaryFolder() }

    /// Makes a file, and returns what `change` makes of its bytes.
    private func file(_ kind: String, _ change: (Data) -> Data = { $0 }) async throws -> String {
        let options = try #require(Self.kinds[kind])
        let path = try await Sounds.file(kind, Self.samples, options: options, in: folder)
        try change(Data(contentsOf: URL(fileURLWithPath: path))).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Plays a soundtrack, by default twice, and returns the warnings.
    private func warnings(of path: String, seconds: Int = 9) throws -> [String] {
        let renderer = try SoundRenderer(Soundtrack(SoundtrackSettings(path: path)))
        _ = try renderer.render(seconds * 48_000, total: nil)
        return renderer.warnings
    }

    private func damage(of path: String, seconds: Int = 9) throws -> [String] {
        try warnings(of: path, seconds: seconds).filter { $0.contains("damaged") }
    }

    /// Overwrites bytes with noise, the same each time.
    private static func garbage(_ data: Data, at place: Int, count: Int = 3000) -> Data {
        var data = data
        var state: UInt32 = 1
        for index in place..<min(place + count, data.count) {
            state = state &* 1_664_525 &+ 1_013_904_223
            data[index] = UInt8(state >> 24)
        }
        return data
    }

    @Test(
        "An intact file has no warning of damage, and some formats loop without a gap", arguments: kinds.keys.sorted())
    func intact(kind: String) async throws {
        let warnings = try warnings(of: try await file(kind))
        let isGapless = ["wav", "flac", "mp3", "ogg", "opus", "m4a"].contains(kind)
        #expect(warnings.filter { isGapless || $0.contains("damaged") } == [])
    }

    @Test("The project's own soundtrack has no warning")
    func ownSoundtrack() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../fixtures/audio/loop.ogg").standardized.path
        #expect(try warnings(of: file) == [])
    }

    @Test("Tags are not damage", arguments: ["mp3", "bare.mp3", "aac", "flac", "wav", "ogg"])
    func tags(kind: String) async throws {
        let tag = Data("TAG".utf8) + Data(count: 125)
        let lyrics = Data("LYRICSBEGININD0000210LYR00100".utf8) + Data(repeating: 120, count: 100)
        #expect(try damage(of: try await file(kind) { $0 + tag }) == [])
        #expect(try damage(of: try await file(kind) { $0 + lyrics + Data("000129LYRICS200".utf8) + tag }) == [])
    }

    @Test("A header without a length is not damage")
    func unknownLength() async throws {
        #expect(
            try damage(
                of: try await file("wav") { data in
                    // ffmpeg writes these sizes to a pipe.
                    guard let place = data.range(of: Data("data".utf8))?.upperBound else { return data }
                    return data[..<place] + Data(repeating: 0xFF, count: 4) + data[(place + 4)...]
                }) == [])
    }

    @Test("Files that are joined, and movies whose sound begins late or ends early, are not damaged")
    func unusual() async throws {
        // The second one's first frame needs bits of frames before it, which are another file's.
        let joined = try damage(of: try await file("bare.mp3") { $0 + $0 }, seconds: 18)
        #expect(joined.allSatisfy { $0.contains("has 1 hole of 0.024 s") }, "\(joined)")
        #expect(try damage(of: try await file("ogg") { $0 + $0 }, seconds: 18) == [])
        let wave = try folder.write("source.wav", Sounds.wave([Self.samples, Self.samples]))
        for kind in ["mp4", "mkv", "webm"] {
            let path = folder.path("movie.\(kind)")
            try await Tool.ffmpeg(
                "-f", "lavfi", "-i", "testsrc=s=64x48:d=8", "-itsoffset", "1", "-i", wave, path)
            #expect(try damage(of: path) == [], "\(kind)")
        }
    }

    @Test(
        "A truncated file has a warning with its length",
        arguments: [
            ("wav", true), ("flac", true), ("mp3", true), ("fast.m4a", true), ("pieces.m4a", true), ("aiff", true),
            ("mka", true), ("webm", true), ("aac", false), ("ac3", false),
        ])
    func truncated(kind: String, statesLength: Bool) async throws {
        // In the middle of a frame.
        let path = try await file(kind) { $0.prefix($0.count * 6 / 10 + 401) }
        let found = try damage(of: path)
        try #require(found.count == 1, "\(found)")
        #expect(found[0].contains("The soundtrack '\(path)' is damaged or incomplete: only 2."))
        #expect(found[0].contains(" could be read, and were repeated."))
        #expect(found[0].contains(/s of the 4(\.0[0-9]+)? s that it states/) == statesLength, "\(found)")
        // Nothing is missing in a shorter video.
        #expect(try damage(of: path, seconds: 1) == [])
    }

    @Test(
        "Garbage in the middle is a warning",
        arguments: ["flac", "mp3", "bare.mp3", "ogg", "opus", "m4a", "aac", "ac3", "mka", "webm", "ts"])
    func middle(kind: String) async throws {
        let path = try await file(kind) { Self.garbage($0, at: $0.count / 2) }
        let found = try damage(of: path)
        #expect(found.count == 1, "\(found)")
        #expect(try damage(of: path, seconds: 1) == [])
    }

    @Test("Garbage in the middle of a soundtrack that does not repeat is a warning", arguments: ["m4a", "aac", "mp3"])
    func middleOnce(kind: String) async throws {
        let path = try await file(kind) { Self.garbage($0, at: $0.count / 4) }
        let found = try damage(of: path, seconds: 3)
        try #require(found.count == 1, "\(found)")
        #expect(found[0].contains("parts of its first 3"), "\(found)")
    }

    @Test(
        "Formats that do not state what the encoder has added repeat with a gap, and a warning",
        arguments: [("aac", 1024), ("ac3", 256), ("ts", 1024), ("bare.mp3", 1105)])
    func gap(kind: String, before: Int) async throws {
        let path = try await file(kind)
        let soundtrack = try Soundtrack(SoundtrackSettings(path: path))
        let decoder = try soundtrack.makeDecoder()
        while try decoder.next() != nil {}
        // An AC-3 encoder may leave out its delay at the end.
        #expect((Self.length...Self.length + before + 1536).contains(decoder.position), "\(decoder.position)")
        let renderer = try SoundRenderer(soundtrack)
        let rendered = try renderer.render(decoder.position, total: nil).left
        #expect(renderer.warnings == [])
        let rest = try renderer.render(20_000, total: nil).left
        #expect(renderer.warnings.count == 1)
        #expect(renderer.warnings.first?.contains("'\(path)' has a short gap where it repeats") == true)
        for samples in [rendered, rest] {
            let (wanted, heard) = (Self.samples[4000..<8000], samples[(before + 4000)..<(before + 8000)])
            let noise = zip(wanted, heard).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            #expect(noise < wanted.reduce(0) { $0 + $1 * $1 } / 4)
        }
    }

    @Test("Garbage at the end is a warning", arguments: ["flac", "mp3", "fast.m4a", "aac", "ac3", "mka", "ts"])
    func end(kind: String) async throws {
        let path = try await file(kind) { Self.garbage($0, at: $0.count - 6000, count: 6000) }
        let found = try damage(of: path)
        #expect(found.count == 1, "\(found)")
    }
}
