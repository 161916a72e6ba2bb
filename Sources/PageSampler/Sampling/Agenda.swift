internal import EngineLink

/// What is to be done at which instants, in their order.
@MainActor
struct Agenda {
    /// Something that is to be done.
    typealias Deed = @MainActor () async -> Void

    private var entries: [(instant: PageInstant, deed: Deed)] = []

    /// When the next of it is due; nothing if there is none.
    var next: PageInstant? { entries.first?.instant }

    /// Adds something behind all that is due at the same instant or before.
    mutating func add(at instant: PageInstant, _ deed: @escaping Deed) {
        let place = entries.firstIndex { $0.instant > instant } ?? entries.endIndex
        entries.insert((instant, deed), at: place)
    }

    /// Takes out the first of what is due at an instant.
    mutating func takeFirst(dueAt instant: PageInstant) -> Deed? {
        guard let next, next <= instant else { return nil }
        return entries.removeFirst().deed
    }
}
