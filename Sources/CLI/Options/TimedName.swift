import ArgumentParser
import CSystemCalls
import Glibc
import RecordingLibrary

/// A file name template with strftime(3) conversions.
struct TimedName {
    /// The template, such as `%Y-%m-%d.mp4`.
    let template: String

    /// Rejects conversions that strftime(3) does not have, which would stay in the name as they are.
    ///
    /// - Throws: `ValidationError`.
    func check() throws(ValidationError) {
        var rest = template[...]
        while let start = rest.firstIndex(of: "%") {
            rest = rest[start...]
            guard let known = rest.prefixMatch(of: #/%[-_0^#]*[0-9]*[EO]?[a-zA-Z%+]/#)?.output,
                let letter = known.last, Self.conversions.contains(letter)
            else {
                let conversion = String(rest.prefix(2))
                throw ValidationError(
                    "'\(conversion)' in the name '\(template)' is no conversion of strftime(3). Write %% for a percent "
                        + "sign, or a time like %Y-%m-%d or %H%M%S.")
            }
            rest = rest.dropFirst(known.count)
        }
    }

    /// The conversions of the GNU C library.
    private static let conversions = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUvVwWxXyYzZ+%"

    /// Returns the name for a time.
    ///
    /// - Parameter time: Seconds since 1970, written in the local time zone.
    func text(at time: time_t) -> String { LocalTime(milliseconds: Int64(time) * 1000).text(template) }

    /// Returns the time that a name was made from, if the template made it.
    ///
    /// The name is parsed and formatted again. If the result is not the same to
    /// the last byte, something else made the name.
    ///
    /// - Returns: Seconds that order names by time, in the time zone that the
    ///   names were written in.
    func time(of name: String) -> Int? {
        var parts = unsafe tm()
        // The default if the template has no day, as in %Y-%m.
        unsafe parts.tm_mday = 1
        let isWhole = unsafe name.withCString { start in unsafe strptime(start, template, &parts)?.pointee == 0 }
        guard isWhole else { return nil }
        let offset = unsafe parts.tm_gmtoff
        // Not mktime(3): the page's time zone may have replaced the local one
        // since. Days past a month's end carry into the next month.
        let time = unsafe timegm(&parts)
        unsafe parts.tm_gmtoff = offset
        // Compare bytes: Swift treats canonically equivalent strings as equal,
        // file systems do not.
        return unsafe LocalTime.text(of: parts, template).utf8.elementsEqual(name.utf8) ? time : nil
    }

    /// Whether names can be sorted by age: each can be parsed, and a later one
    /// never sorts before an earlier one.
    ///
    /// Tested on samples, since conversions have different rules, and
    /// strptime(3) cannot parse all that strftime(3) writes.
    var ordersByTime: Bool {
        var last: Int?
        var first: Int?
        for time in Self.samples {
            var time = time
            var parts = unsafe tm()
            unsafe gmtime_r(&time, &parts)
            let name = unsafe LocalTime.text(of: parts, template)
            guard !name.contains("/"), let read = self.time(of: name), read >= last ?? read else { return false }
            first = first ?? read
            last = read
        }
        return first != last
    }

    /// Times from 2001 to 2062, apart by a minute, an hour, a day, days and
    /// months.
    private static let samples: [time_t] = (0..<128).flatMap { index in
        [0, 61, 3_607, 86_461, 9 * 86_400 + 11].map { 1_000_000_007 + index * 15_000_019 + $0 }
    }
}
