import Foundation

/// Encodes a value as one line of JSON, its keys in order.
///
/// All JSON that the commands print or write comes from here. Times are numbers of
/// seconds, dates are as ``wallTimeText(_:)`` writes them, sizes are `width` and
/// `height` in pixels, and frame rates are strings, since JSON has no fractions
/// such as 30000/1001.
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        // Strings, whole numbers and finite seconds can always be encoded.
        return "{}"
    }
    return String(decoding: data, as: UTF8.self)
}
