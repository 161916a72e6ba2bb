import Foundation
import TestSupport
import Testing

@testable import Decoder
@testable import LibAV

/// Sound is where its presentation times say.
///
/// ffmpeg makes the files, and ffprobe says when their streams begin.
@Suite("Times of sound")
struct SoundPlacementTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How sound is stored, and how far from its time, in seconds, a click may be heard.
    struct Kind: CustomTestStringConvertible {
        let ending: String
        let options: [String]
        var tolerance = 0.0015

        var testDescription: String { "\(ending) \(options.joined(separator: " "))" }
    }

    private static let kinds = [
        Kind(ending: "mp4", options: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
        Kind(
            ending: "mp4",
            options: [
                "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-movflags",
                "frag_keyframe+empty_moov+delay_moov",
            ]),
        Kind(ending: "mov", options: ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
        Kind(ending: "mov", options: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "alac"]),
        Kind(ending: "mkv", options: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac"]),
        Kind(ending: "mkv", options: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
        Kind(ending: "mkv", options: ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
        // FFmpeg 5 leaves out Opus's delay of 6.5 ms from the times.
        Kind(ending: "webm", options: ["-c:v", "libvpx", "-c:a", "libopus"], tolerance: 0.008),
        Kind(ending: "ts", options: ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
        Kind(ending: "ts", options: ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    ]

    private static let clicks = "aevalsrc='if(lt(mod(t,0.25),0.002),0.8,0)':s=48000"

    /// Clicks that are heard, in seconds.
    private func heard(_ path: String) throws -> (clicks: [Double], warnings: [String]) {
        let reader = try SoundReader(path: path)
        var samples: [Float] = []
        while let chunk = try reader.next() { samples += chunk.left }
        // Through a pointer, because the tests are compiled without optimization.
        let clicks = unsafe samples.withUnsafeBufferPointer { samples in
            var (clicks, place) = ([Int](), 0)
            while place < samples.count {
                if unsafe abs(samples[place]) > 0.25 {
                    clicks.append(place)
                    place += 2400
                }
                place += 1
            }
            return clicks
        }
        return (clicks.map { Double($0) / 48_000 }, reader.warnings)
    }

    /// When the first decoded picture is shown, and the first decoded samples are heard, by ffprobe.
    private func starts(in path: String) async throws -> (pictures: Double, sounds: Double) {
        let output = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "frame=media_type,pts_time", "-of", "csv=p=0",
                path,
            ])
        let rows = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ",") }
        func first(_ type: String) throws -> Double {
            try #require(rows.first { $0.first == type[...] }.flatMap { Double($0[1]) })
        }
        return (try first("video"), try first("audio"))
    }

    /// When a file begins: priming has negative times in fragmented MP4, and in Matroska from FFmpeg 7 on, and is not
    /// played.
    private func start(_ kind: Kind, _ pictures: Double, _ sounds: Double) -> Double {
        min(pictures, ["mkv", "mp4"].contains(kind.ending) ? max(0, sounds) : sounds)
    }

    @Test("Sound begins as far from the pictures as the file says", arguments: kinds, [0, 40, -40, 300, -300])
    func offset(kind: Kind, milliseconds: Int) async throws {
        let path = folder.path("a.\(kind.ending)")
        let picture = [
            "-itsoffset", "\(Double(max(0, -milliseconds)) / 1000)", "-f", "lavfi", "-i", "testsrc=s=64x48:r=50:d=2",
        ]
        let sound = ["-itsoffset", "\(Double(max(0, milliseconds)) / 1000)", "-f", "lavfi", "-i", "\(Self.clicks):d=2"]
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-threads", "1"] + picture + sound + kind.options + [
                "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", path,
            ])
        let (pictures, sounds) = try await starts(in: path)
        let (clicks, warnings) = try heard(path)
        let beginning = pictures + Double(milliseconds) / 1000 - start(kind, pictures, sounds)
        try #require(clicks.count >= 7)
        // The first one is shorter, or missing, where encoders begin.
        for place in 1..<7 {
            let nearest = clicks.map { abs($0 - beginning - Double(place) / 4) }.min() ?? 1
            #expect(nearest <= kind.tolerance, "\(place): \(clicks), the sound begins at \(beginning)")
        }
        #expect(warnings == [])
    }

    /// The times of PCM in QuickTime files count samples, so that there are no holes.
    private static let kindsWithHoles = kinds.filter { !$0.options.contains("pcm_s16le") }

    @Test("A hole is silent, and what follows keeps its time", arguments: kindsWithHoles, [60, 318, 2000])
    func hole(kind: Kind, milliseconds: Int) async throws {
        let path = folder.path("a.\(kind.ending)")
        let end = 1.1 + Double(milliseconds) / 1000
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-threads", "1", "-f", "lavfi", "-i", "testsrc=s=64x48:r=50:d=5", "-f", "lavfi", "-i",
                "\(Self.clicks):d=5",
                "-af",
                "aselect='not(between(t,1.1,\(end)))'",
            ] + kind.options + ["-fps_mode", "passthrough", "-pix_fmt", "yuv420p", path])
        let (pictures, sounds) = try await starts(in: path)
        let (clicks, warnings) = try heard(path)
        let beginning = pictures - start(kind, pictures, sounds)
        for place in Int(end / 0.25) + 2..<19 {
            let nearest = clicks.map { abs($0 - beginning - Double(place) / 4) }.min() ?? 1
            #expect(nearest <= kind.tolerance, "\(place): \(clicks)")
        }
        #expect(!clicks.contains { $0 > 1.15 + beginning && $0 < end - 0.05 + beginning })
        #expect(warnings.count == 1 && warnings[0].contains("has 1 hole of"), "\(warnings)")
    }

    /// What a packet lost in the middle leaves, in files with sound only.
    private static let lossy = [
        Kind(ending: "mp4", options: ["-c:a", "aac"]), Kind(ending: "mkv", options: ["-c:a", "libmp3lame"]),
        Kind(ending: "webm", options: ["-c:a", "libopus"]), Kind(ending: "ts", options: ["-c:a", "aac"]),
        Kind(ending: "ogg", options: ["-c:a", "libopus"]), Kind(ending: "flac", options: ["-c:a", "flac"]),
        Kind(ending: "flv", options: ["-c:a", "aac"]),
    ]

    @Test("A lost packet is a hole, and what follows keeps its time", arguments: lossy)
    func lost(kind: Kind) async throws {
        let (whole, path) = (folder.path("whole.\(kind.ending)"), folder.path("a.\(kind.ending)"))
        // Beyond the first page of Ogg, which says when the sound begins by its end.
        let number = kind.ending == "flac" ? 20 : 60
        let sound = ["-v", "error", "-f", "lavfi", "-i", "\(Self.clicks):d=4"] + kind.options
        _ = try await Tool.run("ffmpeg", sound + [whole])
        _ = try await Tool.run("ffmpeg", sound + ["-bsf:a", "noise=drop=eq(n\\,\(number))", path])
        let (expected, damaged) = (try heard(whole).clicks, try heard(path))
        // One click or none is in the lost packet.
        let common = damaged.clicks.filter { click in expected.contains { abs($0 - click) <= kind.tolerance } }
        #expect(common.count >= expected.count - 1, "\(damaged.clicks), \(expected)")
        #expect(damaged.warnings.count == 1 && damaged.warnings[0].contains("has 1 hole of"), "\(damaged.warnings)")
    }

    @Test("Sound before time 0 of a fragmented MP4 file is heard as far as the pictures are shown")
    func early() async throws {
        let (source, path) = (folder.path("source.mp4"), folder.path("a.mp4"))
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-threads", "1", "-f", "lavfi", "-i", "testsrc=s=64x48:r=50:d=4", "-f", "lavfi", "-i",
                "\(Self.clicks):d=4", "-c:v", "libx264", "-g", "50", "-bf", "0", "-c:a", "aac", "-pix_fmt", "yuv420p",
                source,
            ])
        // Without encoding, the pictures begin at the key picture before, at 1 s.
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-ss", "1.3", "-i", source, "-c", "copy", "-movflags",
                "frag_keyframe+empty_moov+delay_moov", "-avoid_negative_ts", "disabled", path,
            ])
        let (pictures, sounds) = try await starts(in: path)
        // Since 7.0, ffmpeg states that the sound begins at 0. The first two clicks are before that.
        let left = sounds == 0 ? 2 : 0
        #expect(pictures < 0 && (left > 0 || sounds < pictures))
        let (clicks, warnings) = try heard(path)
        #expect(clicks.count == 12 - left, "\(clicks)")
        for (place, click) in clicks.enumerated() {
            #expect(abs(click - Double(place + left) / 4) <= 0.0015, "\(clicks)")
        }
        #expect(warnings == [])
    }

    @Test("What two packets cover is heard once")
    func overlap() async throws {
        let (whole, path) = (folder.path("whole.mka"), folder.path("a.mka"))
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "\(Self.clicks):d=3", "-c:a", "pcm_s16le", whole])
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", whole, "-c", "copy", "-bsf:a", "setts=ts='TS-if(gte(TS*TB,1.1),0.1/TB,0)'", path])
        let (clicks, warnings) = try heard(path)
        let expected = (0..<12).map { Double($0) / 4 }.map { $0 >= 1.1 ? $0 - 0.1 : $0 }
        try #require(clicks.count == expected.count, "\(clicks)")
        for (click, time) in zip(clicks, expected) { #expect(abs(click - time) <= 0.0015, "\(clicks)") }
        #expect(
            warnings.count == 1 && warnings[0].contains("1 overlap of 0.100 s"), "\(warnings)"
        )
    }
}
