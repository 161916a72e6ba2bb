internal import EngineLink

/// Work that is due at instants of the page's time, in their order.
@MainActor
struct Agenda {
    /// A piece of work.
    typealias Deed = @MainActor () async -> Void

    private var entries: [(instant: PageInstant, deed: Deed)] = []

    /// When the next work is due; `nil` if missing.
    var next: PageInstant? { entries.first?.instant }

    /// Adds work, to be done after all that is due at the same instant or before.
    mutating func add(at instant: PageInstant, _ deed: @escaping Deed) {
        let place = entries.firstIndex { $0.instant > instant } ?? entries.endIndex
        entries.insert((instant, deed), at: place)
    }

    /// Removes and returns the first work that is due at an instant.
    mutating func takeFirst(dueAt instant: PageInstant) -> Deed? {
        guard let next, next <= instant else { return nil }
        return entries.removeFirst().deed
    }
}
