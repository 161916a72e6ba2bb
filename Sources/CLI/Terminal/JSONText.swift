import Foundation
import Frames
import Recorder

/// A value as one line of JSON, its keys in order.
func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        // Strings, whole numbers and finite seconds can always be encoded.
        return "{}"
    }
    return String(decoding: data, as: UTF8.self)
}

extension Duration {
    /// Seconds to the nearest millisecond, which is what a page's own clocks
    /// show.
    var inRoundedSeconds: Double { (inSeconds * 1000).rounded() / 1000 }
}
