import CSystemCalls
import Glibc
import RecordingLibrary

/// The runs of a schedule, to find those that would make a file of the same name.
struct ScheduledRuns {
    let time: CronExpression

    /// The most runs that are looked at; of a schedule for each minute, those of two weeks.
    private static let most = 20_000
    /// How many days are looked at: ten years.
    private static let days = 3_653

    /// A run that would find a file of an earlier one.
    struct Collision {
        /// The name that both have.
        let name: String
        /// When both start, like `2026-12-02 06:00`; `nil` if the name has no time.
        let times: (earlier: String, later: String)?
    }

    /// Finds the first run that would find a file of an earlier one, because its name is the same.
    ///
    /// The hours of a change to standard time count once.
    ///
    /// - Parameters:
    ///   - template: The file's name with strftime(3) conversions.
    ///   - now: Seconds since 1970.
    /// - Returns: `nil` if every run has its own name.
    func collision(of template: String, from now: time_t) -> Collision? {
        let plain = template.split(separator: "%%", omittingEmptySubsequences: false)
        guard plain.contains(where: { $0.contains("%") }) else {
            return Collision(name: plain.joined(separator: "%"), times: nil)
        }
        guard let fields = time.fields else { return nil }
        var names: [String: String] = [:]
        var count = 0
        for day in 0..<Self.days {
            var noon = now + day * 86_400
            var parts = unsafe tm()
            unsafe gmtime_r(&noon, &parts)
            guard unsafe Self.hasDay(parts, fields) else { continue }
            for hour in fields[1].values {
                for minute in fields[0].values {
                    unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (CInt(hour), CInt(minute), 0)
                    let name = unsafe LocalTime.text(of: parts, template)
                    let moment = unsafe LocalTime.text(of: parts, "%Y-%m-%d %H:%M")
                    if let earlier = names.updateValue(moment, forKey: name) {
                        return Collision(name: name, times: (earlier, moment))
                    }
                    count += 1
                    if count == Self.most { return nil }
                }
            }
        }
        return nil
    }

    /// Whether the jobs run on a day (crontab(5)).
    private static func hasDay(_ parts: tm, _ fields: [CronField]) -> Bool {
        guard unsafe fields[3].values.contains(Int(parts.tm_mon) + 1) else { return false }
        let isDay = unsafe fields[2].values.contains(Int(parts.tm_mday))
        let isWeekday = unsafe fields[4].values.contains(Int(parts.tm_wday))
        // If both fields are given, either is enough.
        return fields[2].hasStar || fields[4].hasStar ? isDay && isWeekday : isDay || isWeekday
    }
}
