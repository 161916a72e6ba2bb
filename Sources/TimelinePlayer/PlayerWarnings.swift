import Synchronization

/// Reports each warning once, however often its part of the timeline is played.
final class PlayerWarnings: Sendable {
    private let reported = Mutex(Set<String>())
    private let report: @Sendable (String) -> Void

    /// Creates an object that has reported nothing.
    ///
    /// - Parameter report: Called with each warning, on any thread.
    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Reports those of some warnings that are new.
    func add(_ warnings: [String]) {
        for warning in warnings where reported.withLock({ $0.insert(warning).inserted }) { report(warning) }
    }
}
