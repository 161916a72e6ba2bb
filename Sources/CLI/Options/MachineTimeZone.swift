import EngineLink
import Foundation
import Glibc

/// The time zone that `TZ` names, which pages know only by the name of the tz database.
enum MachineTimeZone {
    /// Returns the name of the zone for a page.
    ///
    /// - Parameter value: The value of `TZ` (tzset(3)).
    /// - Returns: `nil` if the page finds the zone by itself: `TZ` is not set, or is a name.
    /// - Throws: `invalidPlan` for a zone without a name, such as a rule with daylight saving time.
    static func name(of value: String?) throws -> String? {
        guard let value else { return nil }
        let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if text.isEmpty { return "UTC" }
        if text.hasPrefix("/") {
            guard let name = name(ofFile: text) else {
                throw PageError(
                    .invalidPlan,
                    "TZ is the file \(text), which is no zone of the tz database, so the page cannot be in the same time "
                        + "zone as this machine. \(advice)")
            }
            return name
        }
        if isInDatabase(text) { return text == value ? nil : text }
        if let name = fixedZone(text) { return name }
        throw PageError(
            .invalidPlan,
            "TZ is '\(text)', which is no name of the tz database, so the page cannot be in the same time zone as this "
                + "machine. \(advice)")
    }

    private static let advice = "Set TZ to a name such as Europe/Vienna, or give the page's zone with --timezone."

    private static let folder = unsafe getenv("TZDIR").map { unsafe String(cString: $0) } ?? "/usr/share/zoneinfo"

    /// Whether the C library finds a zone of this name, as a file.
    private static func isInDatabase(_ name: String) -> Bool {
        let isThere = unsafe access("\(folder)/\(name)", R_OK) == 0
        // Without the database, the C library knows UTC alone.
        return TimeZone(identifier: name) != nil && (isThere || name == "UTC")
    }

    /// Returns the name of the zone whose file this is, or is a link to.
    private static func name(ofFile path: String) -> String? {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let mark = file.range(of: "/zoneinfo/") else { return nil }
        var name = String(file[mark.upperBound...])
        for variant in ["posix/", "right/"] where name.hasPrefix(variant) { name.removeFirst(variant.count) }
        return TimeZone(identifier: name) == nil ? nil : name
    }

    /// Returns the zone for a rule without daylight saving time and with whole hours: `CET-1`, `<+03>-3`.
    private static func fixedZone(_ rule: String) -> String? {
        guard
            let match = rule.wholeMatch(of: /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?)([0-9]{1,2})(?::00){0,2}/),
            let hours = Int(match.2)
        else { return nil }
        // The tz database has the sign of POSIX: hours west of Greenwich.
        if hours == 0 { return "UTC" }
        let isWest = match.1 != "-"
        return hours <= (isWest ? 12 : 14) ? "Etc/GMT\(isWest ? "+" : "-")\(hours)" : nil
    }
}
