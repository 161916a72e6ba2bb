import EngineLink
import Recorder

/// A clock and a rendering with which to record a page.
struct Way: Hashable {
    /// `virtual` or `realtime`.
    let clock: String
    /// The rendering (default: the recorder's).
    let rendering: PageOptions.Rendering?

    /// The options for `pagereel record`.
    var arguments: [String] {
        ["--clock", clock] + (rendering.map { ["--rendering", $0.rawValue] } ?? [])
    }

    /// The rendering of the stages that determine its floor.
    var floorRendering: PageOptions.Rendering { rendering ?? PageOptions().rendering }

    /// The name in the tables.
    var name: String {
        guard let rendering else { return "\(clock), default" }
        let isDefault = clock == "virtual" && rendering == PageOptions().rendering
        return "\(clock), \(rendering.rawValue)\(isDefault ? " (default)" : "")"
    }

    /// Both clocks with the default rendering, and each rendering on the virtual clock, without
    /// duplicates.
    static var all: [Way] {
        let named: [PageOptions.Rendering] = [.painted, .composited]
        let ways = named.map { Way(clock: "virtual", rendering: $0) }
        let isNamed = named.contains(PageOptions().rendering)
        return ways + (isNamed ? [] : [Way(clock: "virtual", rendering: nil)]) + [
            Way(clock: "realtime", rendering: nil)
        ]
    }
}
