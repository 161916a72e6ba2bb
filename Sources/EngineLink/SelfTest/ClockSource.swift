/// A source of time on the self-test's page, or a static mark.
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
    /// A CSS animation of `transform`, which the compositor runs on layers.
    case transform
    /// A CSS animation of `left`, which requires layout and painting.
    case left
    /// A code that is painted once and must be in every picture.
    case mark
}
