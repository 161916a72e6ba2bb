internal import EngineLink

/// Tasks ordered by the instant of the page's time at which they are due.
@MainActor
struct Agenda<Output> {
    /// A task.
    typealias Action = @MainActor () async -> Output

    private var entries: [(instant: PageInstant, action: Action)] = []

    /// When the next task is due; `nil` if there are no tasks.
    var next: PageInstant? { entries.first?.instant }

    /// Adds a task, which runs after all tasks that are due at the same instant or earlier.
    mutating func add(at instant: PageInstant, _ action: @escaping Action) {
        let place = entries.firstIndex { $0.instant > instant } ?? entries.endIndex
        entries.insert((instant, action), at: place)
    }

    /// Removes and returns the first task that is due at an instant.
    mutating func takeFirst(dueAt instant: PageInstant) -> Action? {
        guard let next, next <= instant else { return nil }
        return entries.removeFirst().action
    }
}
