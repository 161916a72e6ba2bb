private import CGIO

/// A hash of all that decides a row's video: its options and its values.
package struct Fingerprint: Sendable, Hashable {
    /// The first 64 bits of a SHA-256.
    package let value: UInt64

    package init(value: UInt64) { self.value = value }

    /// Hashes the words of a command and the row as the page reads it.
    package init(words: [String], data: String) {
        // Neither contains a NUL.
        let text = Array((words + [data]).joined(separator: "\0").utf8)
        let sum = unsafe g_compute_checksum_for_data(G_CHECKSUM_SHA256, text, gsize(text.count))
        defer { unsafe g_free(sum) }
        let digits = unsafe sum.map { unsafe String(String(cString: $0).prefix(16)) } ?? ""
        value = UInt64(digits, radix: 16) ?? 0
    }

    /// The value as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
