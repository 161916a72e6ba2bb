import Foundation

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
