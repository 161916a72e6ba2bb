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
}
