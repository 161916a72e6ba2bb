import Files
import Foundation
import LibAV

/// Measures the sound of a page.
///
/// Used on the encoder's thread only.
final class SoundMeter {
    private let filter: SoundFilter
    private var position: Int
    private var first: Int?
    private var last = 0
    private var peak: Float = 0
    private var loudness: Double?

    /// Opens the meter.
    ///
    /// - Parameter position: The position of the first sample in the recording.
    init(from position: Int) throws(FileError) {
        self.position = position
        // EBU R 128; the values are attached to the samples.
        try FFmpeg.loadFilters()
        filter = try attempt("Preparing the loudness meter", try SoundFilter("ebur128=metadata=1"))
    }

    /// Measures the next samples.
    func add(_ chunk: SoundChunk) throws(FileError) {
        for place in 0..<chunk.count {
            let level = max(abs(chunk.left[place]), abs(chunk.right[place]))
            guard level > 0 else { continue }
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
    var summary: PageSoundSummary? {
        guard let first else { return nil }
        let rate = Double(SoundFormat.movieSampleRate)
        return PageSoundSummary(
            start: .seconds(Double(first) / rate), end: .seconds(Double(last + 1) / rate),
            peak: 20 * log10(Double(peak)), loudness: loudness.flatMap { $0 > Self.silence ? $0 : nil })
    }

    /// The meter's value for sound that is too short or too quiet to measure, in LUFS.
    private static let silence = -70.0
}
