import Frames
import Recorder

extension Duration {
    /// Seconds to the nearest millisecond, the resolution of a page's clocks.
    var inRoundedSeconds: Double { (inSeconds * 1000).rounded() / 1000 }
}

extension Double {
    /// Seconds with three decimal places: `1.250 s`.
    var inSecondsText: String {
        let milliseconds = Int((self * 1000).rounded())
        return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst()) s"
    }
}

/// Writes a number and what it counts: `1 frame`, `60 frames`.
///
/// - Parameter noun: The singular; its plural ends in an s.
func quantity(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
