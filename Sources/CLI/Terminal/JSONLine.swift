import Files
import Foundation
import Glibc

/// Encodes a value as one line of JSON, its keys in order.
///
/// All JSON that the commands print or write comes from here. Times are numbers of
/// seconds, dates are as ``wallTimeText(_:)`` writes them, sizes are `width` and
/// `height` in pixels, and frame rates are strings, since JSON has no fractions
/// such as 30000/1001. A value that cannot be encoded becomes `null`, and the command
/// fails (``Message/failResult(_:)``).
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
        // JSON has no infinity and no NaN, and the commands print none: a mistake in the program.
        Message.failResult(SystemError(number: EDOM))
        return "null"
    }
}
