import Files
import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import LibAV
@testable import Timeline

/// Files with sound alone, lossless sound in videos, and loudness; ffmpeg decodes and measures them.
@Suite("Sound of a timeline's outputs")
struct SoundOutputTests {
    private let sounds: SoundPlan
    private var folder: TemporaryFolder { sounds.folder }

    init() throws { sounds = try SoundPlan() }

    /// Writes one output of a timeline of 40 frames, which has 64,000 samples.
    private func write(
        _ name: String, _ kind: PlannedOutput.Kind, amplitude: Double = 0.3, log: GrayRenderer.Log = .init(),
        _ change: (inout PlannedOutput) -> Void = { _ in }
    ) async throws -> OutputSummary {
        let tone = try sounds.sound(WaveFile.tone(440, amplitude: amplitude, count: 30_000), at: 0..<64_000) {
            $0.loopCrossfade = 0
        }
        var plan = SoundPlan.timeline(frames: 40, [tone])
        var output = PlannedOutput(path: folder.path(name), kind: kind)
        output.movie.preset = .ultrafast
        change(&output)
        plan.outputs = [output]
        let size = plan.size
        return try #require(
            try await ExportSession(plan).run { GrayRenderer(size, log: log, failingFrame: nil) }.outputs.first)
    }

    /// The mix, or a part of it.
    private func mix(_ range: Range<Int>? = nil) throws -> [Float] {
        let tone = try sounds.sound(WaveFile.tone(440, amplitude: 0.3, count: 30_000), at: 0..<64_000) {
            $0.loopCrossfade = 0
        }
        return try SoundPlan.mix(SoundPlan.timeline(frames: 40, [tone]), range: range)
    }

    /// The left channel that ffmpeg decodes.
    private func decoded(_ name: String) async throws -> [Float] {
        let bytes = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", folder.path(name), "-map", "0:a", "-af", "pan=mono|c0=c0", "-f", "f32le", "-",
            ])
        return unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    }

    private func worst(_ samples: [Float], _ reference: [Float]) -> Float {
        zip(samples, reference).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    /// The integrated loudness and the true peak that ffmpeg measures.
    private func loudness(_ name: String) async throws -> (integrated: Double, peak: Double) {
        let report = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-f", "lavfi", "-i",
                "amovie=\(folder.path(name)),aformat=channel_layouts=stereo,ebur128=metadata=1:peak=true",
                "-show_entries",
                "frame_tags=lavfi.r128.I,lavfi.r128.true_peaks_ch0", "-of", "csv=p=0",
            ])
        let last = try #require(String(decoding: report, as: UTF8.self).split(separator: "\n").last)
        let values = last.split(separator: ",").compactMap { Double($0) }
        try #require(values.count == 2, "\(last)")
        return (values[0], 20 * log10(values[1]))
    }

    @Test("A file with sound alone has exactly the samples", arguments: ["wav", "flac", "m4a", "mp3", "opus"])
    func alone(ending: String) async throws {
        let log = GrayRenderer.Log()
        let summary = try await write("out.\(ending)", .sound, log: log)
        #expect(summary.samples == 64_000)
        #expect(summary.warnings == [])
        // ffmpeg decodes the last AAC packet whole; the file states the length.
        let stated = try await Probe.read(folder.path("out.\(ending)"))
        if ending == "m4a" { #expect(stated.audio?.durationTs == 64_000) }
        #expect(stated.video == nil)
        let samples = try await decoded("out.\(ending)")
        let counts = ending == "m4a" ? 64_000..<65_024 : 64_000..<64_001
        #expect(counts.contains(samples.count), "\(samples.count)")
        let isLossless = ["wav", "flac"].contains(ending)
        #expect(worst(samples, try mix()) < (isLossless ? 1e-6 : 0.06))
        #expect(folder.contents.filter { $0 != "sound.wav" } == ["out.\(ending)"])
        #expect(log.frames == [], "no picture is rendered")
    }

    @Test("A part of the sound at another rate, with one channel")
    func part() async throws {
        _ = try await write("out.wav", .sound) { output in
            output.frames = 10..<25
            output.movie.sound.sampleRate = 44_100
            output.movie.sound.channels = 1
        }
        let audio = try #require(try await Probe.read(folder.path("out.wav")).audio)
        #expect(audio.channels == 1 && audio.sampleRate == "44100")
        let samples = try await decoded("out.wav")
        #expect(samples.count == 22_050)
        // 16 samples at 48 kHz are 14.7 at 44.1 kHz, so that both have a sample each 10/3 ms.
        let mix = try mix(16_000..<40_000)
        for place in stride(from: 1470, to: 20_000, by: 147) {
            #expect(abs(samples[place] - mix[place * 160 / 147]) < 1e-3, "at \(place)")
        }
    }

    @Test(
        "Lossless sound in a video is the mix, with 24 bits",
        arguments: [("mov", SoundCodec.pcm), ("mkv", .pcm), ("mkv", .flac)])
    func lossless(ending: String, codec: SoundCodec) async throws {
        let summary = try await write("out.\(ending)", .movie) { $0.movie.sound.codec = codec }
        #expect(summary.movie?.sound?.codec == codec.rawValue)
        let samples = try await decoded("out.\(ending)")
        #expect(samples.count == 64_000)
        #expect(worst(samples, try mix()) <= 1 / 8_388_608)
        let probe = try await Probe.read(folder.path("out.\(ending)"))
        #expect(probe.video != nil)
    }

    @Test("Sound is brought to a loudness", arguments: [("wav", -20.0), ("m4a", -14), ("mp4", -23)])
    func loudness(ending: String, target: Double) async throws {
        let summary = try await write("out.\(ending)", ending == "mp4" ? .movie : .sound, amplitude: 0.1) {
            $0.loudness = target
        }
        #expect(summary.warnings == [])
        let measured = try await loudness("out.\(ending)").integrated
        #expect(abs(measured - target) <= 0.5, "\(measured)")
    }

    @Test("Peaks keep a sound from a loudness, and a warning says which it has")
    func peaks() async throws {
        // A tone of this level has about -4 LUFS with its peaks at -1 dB.
        var clicks = [Float](repeating: 0, count: 64_000)
        for place in 0..<64_000 { clicks[place] = place % 8000 < 4 ? 0.9 : 0.05 * sin(Float(place) * 0.06) }
        var plan = SoundPlan.timeline(frames: 40, [try sounds.sound(clicks, at: 0..<64_000)])
        var output = PlannedOutput(path: folder.path("out.wav"), kind: .sound)
        output.loudness = -10
        plan.outputs = [output]
        let summary = try #require(try await ExportSession(plan).run().outputs.first)
        let (integrated, peak) = try await loudness("out.wav")
        #expect(abs(peak + 1) <= 0.15, "\(peak)")
        let said = try #require(summary.warnings.first)
        let match = try #require(said.firstMatch(of: #/has (-[0-9.]+) LUFS, not -10.0/#), "\(said)")
        let number = try #require(Double(match.1))
        #expect(abs(number - integrated) <= 0.2, "\(said), \(integrated)")
    }

    @Test("Silence has no loudness, and a warning says so")
    func silence() async throws {
        var plan = SoundPlan.timeline(frames: 40, [try sounds.sound(SoundPlan.level(0, count: 64_000), at: 0..<64_000)])
        var output = PlannedOutput(path: folder.path("out.wav"), kind: .sound)
        output.loudness = -14
        plan.outputs = [output]
        let summary = try #require(try await ExportSession(plan).run().outputs.first)
        #expect(summary.warnings.count == 1 && summary.warnings[0].contains("too short or too quiet"))
        let samples = try await decoded("out.wav")
        #expect(samples == SoundPlan.level(0, count: 64_000))
    }

    @Test("A timeline without sound has no file with sound alone")
    func without() async throws {
        var plan = SoundPlan.timeline(frames: 40, [])
        plan.outputs = [PlannedOutput(path: folder.path("out.flac"), kind: .sound)]
        let session = ExportSession(plan)
        let error = try await #require(throws: FileError.self) { try await session.run() }
        #expect(error.message.contains("but the timeline has no sound"), "\(error.message)")
        #expect(folder.contents == [])
    }
}
