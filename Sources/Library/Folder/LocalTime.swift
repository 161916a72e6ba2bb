package import Glibc

/// A time in the local time zone.
package struct LocalTime: Sendable {
    private let milliseconds: Int64

    /// Creates a time.
    ///
    /// - Parameter milliseconds: The time in milliseconds since 1970.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The time as text: `2026-11-22 09:35:12`.
    package var text: String { text("%Y-%m-%d %H:%M:%S") }

    /// The time, formatted by strftime(3).
    package func text(_ format: String) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return unsafe Self.text(of: parts, format)
    }

    /// Formats a time by strftime(3).
    package static func text(of parts: tm, _ format: String) -> String {
        var parts = unsafe parts
        // Conversions expand: the longest day names of any locale are far below
        // 64 bytes.
        var buffer = [CChar](repeating: 0, count: format.utf8.count * 64 + 1)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
