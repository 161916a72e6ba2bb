/// What the self-test's page tells the time by, and a picture that never changes.
public enum ClockSource: String, Sendable, Codable, CaseIterable {
    /// `performance.now()` in a script.
    case script
    /// `Date.now()` in a script.
    case date
    /// The time stamp of `requestAnimationFrame`.
    case frame
    /// A chain of timers.
    case timers
    /// The clock and the timers of a worker.
    case worker
    /// A CSS animation of `transform`, which layers have the compositor run.
    case transform
    /// A CSS animation of `left`, which is laid out and painted.
    case left
    /// A code that is painted once and has to be in every picture.
    case mark

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
