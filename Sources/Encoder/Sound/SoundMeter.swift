import Decoder
package import Files
import Foundation
import LibAV

/// Measures a sound.
///
/// Use from one thread at a time.
package final class SoundMeter {
    private let filter: SoundFilter
    private var position: Int
    private let threshold: Float
    private var first: Int?
    private var last = 0
    private var peak: Float = 0
    private var loudness: Double?

    /// Opens the meter.
    ///
    /// - Parameters:
    ///   - position: The position of the first sample in the recording.
    ///   - threshold: The largest absolute value of a sample that is not heard (default: 0).
    init(from position: Int, threshold: Float = 0) throws(FileError) {
        self.position = position
        self.threshold = threshold
        // EBU R 128; the values are attached to the samples.
        try FFmpeg.loadFilters()
        filter = try attempt("Preparing the loudness meter", try SoundFilter("ebur128=metadata=1"))
    }

    /// Measures a sound track of a file, which is decoded for that.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - track: Which of its sound tracks, from 0.
    /// - Returns: `nil` if nothing sounds.
    /// - Throws: ``FileError``.
    package static func measure(_ path: String, track: Int) throws(FileError) -> HeardSound? {
        let reader = try SoundReader(path: path, selection: SoundSelection(track: .number(track + 1)))
        // Codecs leave noise in silence.
        let meter = try SoundMeter(from: 0, threshold: codingNoise)
        while let chunk = try reader.next() { try meter.add(chunk) }
        return meter.summary
    }

    /// -70 dB of full scale, below which EBU R 128 hears nothing (ITU-R BS.1770, annex 1).
    private static let codingNoise: Float = 0.000_316

    /// Measures the next samples.
    func add(_ chunk: SoundChunk) throws(FileError) {
        for place in 0..<chunk.count {
            let level = max(abs(chunk.left[place]), abs(chunk.right[place]))
            guard level > threshold else { continue }
            if first == nil { first = position + place }
            last = position + place
            peak = max(peak, level)
        }
        position += chunk.count
        try attempt("Measuring the loudness", try filter.send(chunk))
        while try attempt("Measuring the loudness", try filter.receive()) != nil {
            if let text = filter.metadata("lavfi.r128.I"), let value = Double(text) { loudness = value }
        }
    }

    /// What was measured; `nil` if nothing sounded.
    var summary: HeardSound? {
        guard let first else { return nil }
        let rate = Double(SoundFormat.movieSampleRate)
        return HeardSound(
            start: .seconds(Double(first) / rate), end: .seconds(Double(last + 1) / rate),
            peak: 20 * log10(Double(peak)), loudness: loudness.flatMap { $0 > Self.silence ? $0 : nil })
    }

    /// The meter's value for sound that is too short or too quiet to measure, in LUFS.
    private static let silence = -70.0
}
