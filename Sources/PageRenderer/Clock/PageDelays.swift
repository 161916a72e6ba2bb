internal import EngineLink
private import Synchronization

/// Closures scheduled for an instant of the page's time.
///
/// Any thread may use it.
final class PageDelays: Sendable {
    private struct Delay {
        let end: PageInstant
        let waitsForNetwork: Bool
        let body: @Sendable () -> Void
    }

    private let delays = Mutex<[Delay]>([])

    /// The end of the earliest delay; `nil` if there are no delays.
    var nextEnd: PageInstant? { delays.withLock { $0.map(\.end).min() } }

    /// Whether pending requests suspend every delay.
    var allWaitForNetwork: Bool { delays.withLock { $0.allSatisfy(\.waitsForNetwork) } }

    /// Adds a closure.
    ///
    /// - Parameters:
    ///   - end: When to run the closure.
    ///   - waitsForNetwork: Whether pending requests suspend the delay.
    ///   - body: The closure.
    func add(until end: PageInstant, waitsForNetwork: Bool, _ body: @escaping @Sendable () -> Void) {
        delays.withLock { $0.append(Delay(end: end, waitsForNetwork: waitsForNetwork, body: body)) }
    }

    /// Removes and returns the first closure that is due.
    func take(at now: PageInstant) -> (@Sendable () -> Void)? {
        delays.withLock { delays in
            delays.firstIndex { $0.end <= now }.map { delays.remove(at: $0).body }
        }
    }
}
