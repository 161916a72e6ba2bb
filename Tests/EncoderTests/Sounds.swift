import Foundation
import Synchronization
import TestSupport

/// Creates synthetic sound files.
enum Sounds {
    /// A sum of 40 tones over 60,000 samples that loops seamlessly.
    ///
    /// - Parameter length: The number of samples; each tone has a whole number of cycles.
    static func loop(_ length: Int = 60_000) -> [Float] {
        if let made = made.withLock({ $0[length] }) { return made }
        let loop = makeLoop(length)
        made.withLock { $0[length] = loop }
        return loop
    }

    /// The loops of ``loop(_:)`` so far, by their lengths, because their sines take long.
    private static let made = Mutex<[Int: [Float]]>([:])

    private static func makeLoop(_ length: Int) -> [Float] {
        let tones = (0..<40).map { number -> (cycles: Double, phase: Double) in
            (Double(251 + number * 173), Double(number * number) * 0.7)
        }
        return (0..<length).map { index -> Float in
            let place = 2 * Double.pi * Double(index) / Double(length)
            var sum = 0.0
            for tone in tones { sum += sin(place * tone.cycles + tone.phase) }
            return Float(sum * 0.06)
        }
    }

    /// Two tones that do not loop seamlessly.
    static func cutTones(_ length: Int = 60_000) -> [Float] {
        (0..<length).map { index in
            let time = Double(index) / 48_000
            return Float(0.5 * sin(2 * .pi * 443.3 * time) + 0.3 * sin(2 * .pi * 97.7 * time + 1))
        }
    }

    /// Creates a wave file of 32-bit floating-point samples.
    ///
    /// - Parameter channels: The samples of each channel, all of the same length.
    static func wave(_ channels: [[Float]], sampleRate: Int = 48_000) -> Data {
        WaveFile.data(channels, sampleRate: sampleRate)
    }

    /// The formats to test, and ffmpeg's options for them.
    static let kinds: [String: [String]] = [
        "wav": ["-c:a", "pcm_f32le"],
        "flac": ["-c:a", "flac", "-sample_fmt", "s32"],
        "mp3": ["-c:a", "libmp3lame", "-b:a", "320k"],
        "ogg": ["-c:a", "libvorbis", "-q:a", "9"],
        "opus": ["-c:a", "libopus", "-b:a", "320k"],
        "m4a": ["-c:a", "aac", "-b:a", "320k"],
        "aac": ["-c:a", "aac", "-b:a", "320k", "-f", "adts"],
    ]

    /// What a file is made of.
    private struct Recipe: Hashable {
        let kind: String
        let options: [String]
        let samples: [Float]
        let sampleRate: Int

        /// Encodes the samples with ffmpeg.
        func make() async throws -> Data {
            let folder = try TemporaryFolder()
            let wave = try folder.write("source.wav", Sounds.wave([samples, samples], sampleRate: sampleRate))
            let path = folder.path("sound.\(kind)")
            _ = try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", wave] + options + [path])
            return try Data(contentsOf: URL(fileURLWithPath: path))
        }
    }

    /// The content of the files so far, because many tests need the same ones.
    private static let files = Mutex<[Recipe: Task<Data, any Error>]>([:])

    /// Creates a file `sound.KIND` from samples, with both channels equal.
    ///
    /// - Parameter options: ffmpeg's options (default: those in ``kinds``).
    static func file(
        _ kind: String, _ samples: [Float], sampleRate: Int = 48_000, options: [String]? = nil,
        in folder: TemporaryFolder
    ) async throws -> String {
        let recipe = Recipe(
            kind: kind, options: options ?? kinds[kind] ?? [], samples: samples, sampleRate: sampleRate)
        let making = files.withLock { files in
            if let making = files[recipe] { return making }
            let making = Task { try await recipe.make() }
            files[recipe] = making
            return making
        }
        return try folder.write("sound.\(kind)", try await making.value)
    }
}
