import ArgumentParser
import EngineLink
import Foundation
import Frames
import Glibc
import Notation

/// The page's clock.
enum ClockKind: String, CaseIterable, Codable {
    case virtual
    case realtime
}

/// Whether the page's time runs while requests are pending.
enum NetworkTime: String, CaseIterable, Codable {
    case hold
    case run
}

/// Options for the page's time.
struct ClockArguments: ConfigurableTable {
    @Setting(
        "clock",
        "The page's clock: driven by pagereel (virtual) or the machine's (realtime). (default: virtual, if it is exact "
            + "with this WebKitGTK)", as: "virtual|realtime", .detail,
        .displaces { $0 == "realtime" ? ["date", "seed", "refresh-rate"] : [] })
    var clock: ClockKind?

    @Setting(
        "date", "Date and time at which the page's clock starts, like 2026-01-01T08:00:00+08:00. (default: now)",
        .wallTime, as: "time")
    var date: Int64?

    @Setting(
        "timezone", "The page's time zone, like Asia/Shanghai. (default: the machine's)", .text, as: "name",
        .detail)
    var timezone: String?

    @Setting("seed", "Seed for the page's random numbers; the same seed gives the same numbers.", .seed, as: "number")
    var seed: UInt64?

    @Setting(
        "refresh-rate", "Refresh rate of the page's display, in Hz. (default: the frame rate)", .frameRate, as: "rate",
        .detail)
    var refreshRate: FrameRate?

    @Setting(
        "network", "Stop the page's clock while requests are in progress, or let it run.", as: "hold|run", .detail)
    var network = NetworkTime.hold

    func validate() throws {
        guard clock == .realtime else { return }
        let names = [
            date == nil ? nil : "--date", seed == nil ? nil : "--seed", refreshRate == nil ? nil : "--refresh-rate",
        ].compactMap(\.self)
        guard names.isEmpty else {
            let verb = names.count == 1 ? "needs" : "need"
            throw ValidationError("\(names.joined(separator: " and ")) \(verb) --clock virtual.")
        }
    }

    /// Whether an option requires the virtual clock.
    private var needsVirtualTime: Bool { clock == .virtual || date != nil || seed != nil || refreshRate != nil }

    /// Sets the plan's clock; call it after the signals are set, for the hang
    /// timeout.
    ///
    /// - Throws: `invalidPlan` for an unknown time zone, also in `TZ`.
    func apply(to plan: inout TakePlan) throws {
        plan.options.virtualTime = virtualTime(patience: plan.hangTimeout)
        plan.options.timeZone = try timeZone()
        plan.refreshRate = refreshRate
        plan.requiresExactClock = needsVirtualTime
    }

    private func timeZone() throws -> String? {
        guard let timezone else {
            return try MachineTimeZone.name(of: unsafe getenv("TZ").map { unsafe String(cString: $0) })
        }
        guard TimeZone(identifier: timezone) != nil else {
            throw PageError(
                .invalidPlan, "Unknown time zone '\(timezone)'. Write it like Asia/Shanghai, Europe/Vienna or UTC.")
        }
        return timezone
    }

    private func virtualTime(patience: Duration) -> VirtualTime? {
        guard clock != .realtime else { return nil }
        var time = VirtualTime()
        time.date = date
        time.seed = seed
        time.waitsForNetwork = network == .hold
        time.patience = patience
        return time
    }
}

extension Form where Value == UInt64 {
    /// A seed of random numbers.
    fileprivate static var seed: Form { Form("a whole number from 0 to \(UInt64.max)") { UInt64($0) } }
}
