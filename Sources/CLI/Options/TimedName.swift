import CCalendar
import Glibc

/// A name with strftime's conversions, which stand for a time.
struct TimedName {
    /// The name as it was typed, such as `%Y-%m-%d.mp4`.
    let template: String

    /// The name at a moment.
    ///
    /// - Parameter time: Seconds since 1970, shown in the local time zone.
    func text(at time: time_t) -> String {
        var time = time
        var parts = tm()
        localtime_r(&time, &parts)
        return text(of: parts)
    }

    /// The time that a name stands for, if the template can have made it.
    ///
    /// The name is read and written again: what does not come out the same to
    /// the last byte was made by somebody else.
    ///
    /// - Returns: What orders names by time, in seconds; they count in
    ///   whatever time zone the names were written in.
    func time(of name: String) -> Int? {
        var parts = tm()
        // Where the template has no day, as in %Y-%m.
        parts.tm_mday = 1
        let isWhole = name.withCString { start in strptime(start, template, &parts)?.pointee == 0 }
        guard isWhole else { return nil }
        let offset = parts.tm_gmtoff
        // Without the local time zone, which a page's may have replaced since
        // the name was made; days that no month has move on to the next.
        let time = timegm(&parts)
        parts.tm_gmtoff = offset
        // As bytes: texts are equal to Swift that file systems tell apart.
        return text(of: parts).utf8.elementsEqual(name.utf8) ? time : nil
    }

    /// Whether names can be told apart by age: each can be read again, and a
    /// later one never comes before an earlier one.
    ///
    /// Tried out on samples, as each conversion has rules of its own, and not
    /// all that can be written can be read.
    var ordersByTime: Bool {
        var last: Int?
        var first: Int?
        for time in Self.samples {
            var time = time
            var parts = tm()
            gmtime_r(&time, &parts)
            let name = text(of: parts)
            guard !name.contains("/"), let read = self.time(of: name), read >= last ?? read else { return false }
            first = first ?? read
            last = read
        }
        return first != last
    }

    /// Times from 2001 to 2062, a minute, an hour, a day, some days and some
    /// months apart.
    private static let samples: [time_t] = (0..<128).flatMap { index in
        [0, 61, 3_607, 86_461, 9 * 86_400 + 11].map { 1_000_000_007 + index * 15_000_019 + $0 }
    }

    private func text(of parts: tm) -> String {
        var parts = parts
        // Conversions grow: the longest names of days in any locale are far
        // below 64 bytes each.
        var buffer = [CChar](repeating: 0, count: template.utf8.count * 64 + 1)
        let length = strftime(&buffer, buffer.count, template, &parts)
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
