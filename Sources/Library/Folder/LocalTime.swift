import Glibc

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
    func text(_ format: String) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
