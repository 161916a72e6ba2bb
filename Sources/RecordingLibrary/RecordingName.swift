import Files
package import Glibc

/// A generated file name: the local time to the millisecond, as `2026-11-22T09-35-12.345`.
///
/// Such names sort by time and contain nothing special to shells or file systems.
package struct RecordingName: Sendable, Hashable, CustomStringConvertible {
    /// The time in milliseconds since 1970.
    package let milliseconds: Int64

    /// Creates the name of a time.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The name of the current time.
    package static var now: RecordingName {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return RecordingName(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// With digits of ASCII: `\d` would also match others, and digits with accents.
    private static var form:
        Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring)>
    { /([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2})-([0-9]{2})-([0-9]{2})\.([0-9]{3})/ }

    /// Parses a name; any text may follow it.
    package init?(fileName: String) {
        guard let match = fileName.prefixMatch(of: Self.form) else {
            return nil
        }
        let number: (Substring) -> CInt = { CInt($0) ?? 0 }
        var parts = unsafe tm()
        unsafe parts.tm_year = number(match.1) - 1900
        unsafe parts.tm_mon = number(match.2) - 1
        unsafe parts.tm_mday = number(match.3)
        unsafe parts.tm_hour = number(match.4)
        unsafe parts.tm_min = number(match.5)
        unsafe parts.tm_sec = number(match.6)
        // Let the time zone decide whether daylight saving time was in effect.
        unsafe parts.tm_isdst = -1
        milliseconds = unsafe Int64(mktime(&parts)) * 1000 + Int64(number(match.7))
    }

    /// The name of the next millisecond.
    package var next: RecordingName { RecordingName(milliseconds: milliseconds + 1) }

    /// The path of a recording one millisecond later in the same folder.
    @Sendable
    package static func nextPath(after path: String) -> String {
        let name = path.fileName
        let ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
        return path.dropLast(name.count) + "\((RecordingName(fileName: String(name)) ?? now).next)" + ending
    }

    package var description: String {
        LocalTime(milliseconds: milliseconds).text("%Y-%m-%dT%H-%M-%S")
            + "." + String(String(1000 + milliseconds % 1000).dropFirst())
    }
}

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
