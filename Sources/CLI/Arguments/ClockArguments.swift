import ArgumentParser
import EngineLink
import Foundation
import Frames
import Recorder

/// Who says what time it is in the page.
enum ClockKind: String, CaseIterable, ExpressibleByArgument {
    case virtual
    case realtime
}

/// What the page's time does while requests are under way.
enum NetworkTime: String, CaseIterable, ExpressibleByArgument {
    case hold
    case run
}

/// The page's time.
struct ClockArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who says what time it is in the page. (default: virtual, if it is exact with this WebKitGTK)",
            valueName: "virtual|realtime"))
    var clock: ClockKind?

    @Option(
        help: ArgumentHelp("The page's time when its loading begins: 2026-01-01T08:00:00+08:00.", valueName: "time"),
        transform: wallTime)
    var date: Int64?

    @Option(help: ArgumentHelp("The page's time zone, like Asia/Shanghai.", valueName: "name"))
    var timezone: String?

    @Option(help: ArgumentHelp("Make the page's random numbers repeat.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("Refreshes a second of the page's display. (default: the frame rate)", valueName: "rate"),
        transform: frameRate)
    var refreshRate: FrameRate?

    @Option(help: ArgumentHelp("What the page's time does while requests are under way.", valueName: "hold|run"))
    var network = NetworkTime.hold

    func validate() throws {
        guard clock == .realtime else { return }
        let names = [
            date == nil ? nil : "--date", seed == nil ? nil : "--seed", refreshRate == nil ? nil : "--refresh-rate",
        ].compactMap(\.self)
        guard names.isEmpty else {
            throw ValidationError("\(names.joined(separator: " and ")) needs --clock virtual.")
        }
    }

    /// Whether somebody asked for what only the virtual clock gives.
    private var needsVirtualTime: Bool { clock == .virtual || date != nil || seed != nil || refreshRate != nil }

    /// Puts the page's time into a plan, once its signals are in it.
    ///
    /// - Throws: `invalidPlan` for a time zone that the machine does not know.
    func apply(to plan: inout TakePlan) throws {
        plan.options.virtualTime = virtualTime(patience: plan.hangTimeout)
        plan.options.timeZone = try timeZone()
        plan.refreshRate = refreshRate
        plan.requiresExactClock = needsVirtualTime
    }

    private func timeZone() throws -> String? {
        guard let timezone else { return nil }
        guard TimeZone(identifier: timezone) != nil else {
            throw RecordingError(
                .invalidPlan, "\(timezone) is no time zone; one is written like Asia/Shanghai, Europe/Vienna or UTC.")
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
