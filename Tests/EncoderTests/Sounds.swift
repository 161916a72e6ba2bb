import Foundation
import TestSupport

/// Creates synthetic sound files.
enum Sounds {
    /// A sum of 40 tones over 60,000 samples that loops seamlessly.
    ///
    /// - Parameter length: The number of samples; each tone has a whole number of cycles.
    static func loop(_ length: Int = 60_000) -> [Float] {
        let tones = (0..<40).map { (cycles: 251 + $0 * 173, phase: Double($0 * $0) * 0.7) }
        return (0..<length).map { index in
            let place = 2 * Double.pi * Double(index) / Double(length)
            let sum = tones.reduce(0.0) { $0 + sin(place * Double($1.cycles) + $1.phase) }
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

    /// Creates a file from samples, with both channels equal.
    static func file(
        _ kind: String, _ samples: [Float], sampleRate: Int = 48_000, in folder: TemporaryFolder
    ) async throws -> String {
        let wave = try folder.write("source.wav", wave([samples, samples], sampleRate: sampleRate))
        let path = folder.path("sound.\(kind)")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", wave] + (kinds[kind] ?? []) + [path])
        return path
    }
}
