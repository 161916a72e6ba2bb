import Glibc

/// A point in time in UTC, formatted as ISO 8601.
struct CalendarTime: CustomStringConvertible {
    /// The formatted time, such as `2031-05-17T09:30:00Z`.
    let description: String

    init(secondsSince1970 seconds: Int) {
        var time = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let length = unsafe strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        description = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The system clock's time, in seconds since 1970.
    static var now: Int { Int(Glibc.time(nil)) }
}
