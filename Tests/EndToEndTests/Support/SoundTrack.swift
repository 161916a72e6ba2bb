import Foundation
import TestSupport

/// The decoded sound of a file: one channel at 48 kHz.
struct SoundTrack {
    let samples: [Float]

    /// Decodes a file's sound.
    ///
    /// - Parameters:
    ///   - number: Which of its sound tracks.
    ///   - filter: A filter chain of ffmpeg for the channel.
    ///   - channel: The channel, from 0 (default: the left one).
    init(of path: String, _ number: Int = 0, filter: String = "anull", channel: Int = 0) async throws {
        let bytes = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-map", "0:a:\(number)", "-af", "pan=mono|c0=c\(channel),\(filter)", "-f",
                "f32le", "-",
            ])
        samples = unsafe bytes.withUnsafeBytes { raw in
            (0..<raw.count / 4).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }

    /// The loudness of a part of the sound, given in seconds.
    func level(_ range: Range<Double>) -> Float {
        let places = range.lowerBound * 48_000..<range.upperBound * 48_000
        let part = samples[min(Int(places.lowerBound), samples.count)..<min(Int(places.upperBound), samples.count)]
        guard !part.isEmpty else { return 0 }
        return (part.reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
    }

    /// The positions of the loudest sample of each click that is at least a third as loud as the
    /// loudest.
    var clicks: [Int] {
        let threshold = (samples.map(abs).max() ?? 0) / 3
        guard threshold > 0 else { return [] }
        var clicks: [Int] = []
        var place = 0
        while place < samples.count {
            guard abs(samples[place]) >= threshold else {
                place += 1
                continue
            }
            let part = place..<min(place + 480, samples.count)
            clicks.append(part.max { abs(samples[$0]) < abs(samples[$1]) } ?? place)
            place += 2400
        }
        return clicks
    }
}
