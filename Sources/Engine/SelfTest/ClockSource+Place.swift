internal import EngineLink

// Where the self-test's page shows each source.

extension ClockSource {
    /// Whether a row of cells shows it; a box's place does otherwise.
    var isCode: Bool { self != .transform && self != .left }

    /// How far the upper edge of its row of cells, or of its box, is from the page's, in CSS pixels.
    ///
    /// The mark is far below all that changes: what a frame paints anew does not touch it.
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
