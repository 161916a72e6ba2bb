internal import EngineLink

// The position of each source on the self-test's page.

extension ClockSource {
    /// Whether the source is displayed as a code; otherwise it is the position of a box.
    var isCode: Bool { self != .transform && self != .left }

    /// The upper edge of the source's row or box, in CSS pixels from the top of the page.
    ///
    /// The mark is far below everything that changes, so that repainting does not touch it.
    var top: Int {
        switch self {
        case .script: 8
        case .date: 20
        case .frame: 32
        case .timers: 44
        case .worker: 56
        case .transform: 72
        case .left: 96
        case .mark: 180
        }
    }
}
