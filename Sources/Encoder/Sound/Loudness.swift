package import Files
import Foundation
package import LibAV

/// The loudness of a sound, and the gain that brings it to another one.
package struct Loudness: Sendable {
    /// The integrated loudness, in LUFS (EBU R 128); `nil` if the sound is too short or too quiet.
    let integrated: Double?
    /// The highest true peak, as a factor of full scale (ITU-R BS.1770).
    let peak: Double

    /// The highest true peak that a gain may lead to, in dB of full scale (EBU R 128).
    package static let highestPeak = -1.0
    /// The loudness that may be asked for, in LUFS.
    package static let range = -50.0 ... -5.0

    /// Returns the gain to a target loudness, and a warning if peaks prevent it.
    ///
    /// - Parameter target: In LUFS.
    package func gain(to target: Double) -> (factor: Double, warning: String?) {
        guard let integrated else {
            return (
                1, "The sound is too short or too quiet for its loudness to be measured (EBU R 128); it is unchanged."
            )
        }
        let wanted = target - integrated
        let most = Self.highestPeak - 20 * log10(max(peak, 1e-9))
        guard wanted > most else { return (pow(10, wanted / 20), nil) }
        func text(_ value: Double) -> String { String(format: "%.1f", value) }
        return (
            pow(10, most / 20),
            "The sound has \(text(integrated + most)) LUFS, not \(text(target)): with more, its peaks would exceed "
                + "\(text(Self.highestPeak)) dB true peak. Ask for a lower loudness, or reduce the peaks."
        )
    }
}

/// Measures the loudness of a sound.
///
/// Use from one thread at a time.
package final class LoudnessMeter {
    private let filter: SoundFilter
    private var (integrated, peak) = (-Double.infinity, 0.0)

    /// The meter's value for sound that is too short or too quiet to measure, in LUFS.
    private static let silence = -70.0
    private static let work = "Measuring the loudness"

    /// Opens the meter.
    package init() throws(FileError) {
        try FFmpeg.loadFilters()
        filter = try attempt("Preparing the loudness meter", try SoundFilter("ebur128=metadata=1:peak=true"))
    }

    /// Measures the next samples, at 48 kHz.
    package func add(_ chunk: SoundChunk) throws(FileError) {
        // The meter's number has three decimals.
        for place in 0..<chunk.count { peak = max(peak, Double(max(abs(chunk.left[place]), abs(chunk.right[place])))) }
        try attempt(Self.work, try filter.send(chunk))
        try read()
    }

    /// Returns what was measured; nothing can be added afterwards.
    package func finish() throws(FileError) -> Loudness {
        try attempt(Self.work, try filter.sendEnd())
        try read()
        return Loudness(integrated: integrated > Self.silence ? integrated : nil, peak: peak)
    }

    private func read() throws(FileError) {
        while try attempt(Self.work, try filter.receive()) != nil {
            if let text = filter.metadata("lavfi.r128.I"), let value = Double(text) { integrated = value }
            for channel in 0..<2 {
                if let text = filter.metadata("lavfi.r128.true_peaks_ch\(channel)"), let value = Double(text) {
                    peak = max(peak, value)
                }
            }
        }
    }
}
