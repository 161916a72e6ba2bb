package import EngineLink
package import Frames

/// A record of a take, built from its events.
package struct TakeRecord: Sendable {
    /// The page's signals, in order.
    package private(set) var signals: [RecordedSignal] = []
    /// One chapter for each mark, in order.
    package private(set) var chapters: [Chapter] = []
    /// The page's captions, in order.
    package private(set) var captions: [SubtitleCue] = []
    /// Mistakes in the page's signals, in order.
    package private(set) var mistakes: [SignalMistake] = []
    /// The steps that have ended, in order.
    package private(set) var steps: [StepOutcome] = []
    /// The page's console, in order.
    package private(set) var console: [TimedConsoleLine] = []
    /// Warnings, in order.
    package private(set) var warnings: [String] = []
    /// The page's state at its end; `nil` if it was not read.
    package private(set) var state: PageState?
    private var stateParts = 0
    /// Whether the page's loading has begun.
    package private(set) var isLoading = false
    /// The initial time of the page's wall clock, in milliseconds since 1970; `nil` in real time.
    package private(set) var date: Int64?
    /// Whether the take fell back from the virtual clock to the real-time clock.
    package private(set) var hasLostClock = false
    /// How the page is rendered; `nil` before the recording has started.
    package private(set) var rendering: PageOptions.Rendering?
    /// Whether the recording has started.
    package var hasStarted: Bool { rendering != nil }
    /// The latest progress.
    package private(set) var progress: RecordingProgress?

    /// The maximum number of entries of each kind.
    ///
    /// The engine runs a page's code, which may send any number.
    private static let most = 10_000

    /// Records an event.
    mutating func add(_ event: RecordingEvent) {
        switch event {
        case .lostClock: hasLostClock = true
        case .loading(let date):
            isLoading = true
            self.date = date
        case .started(let rendering): self.rendering = rendering
        case .progress(let progress): self.progress = progress
        case .signal(let signal): Self.keep(signal, in: &signals)
        case .chapter(let name, let start): Self.keep(Chapter(name: name, start: start), in: &chapters)
        case .caption(let text, let start, let duration):
            Self.keep(SubtitleCue(text: text, start: start, end: start + duration), in: &captions)
        case .mistake(let mistake): Self.keep(mistake, in: &mistakes)
        case .step(let outcome): Self.keep(outcome, in: &steps)
        case .warning(let text): warn(text)
        case .console(let line): Self.keep(line, in: &console)
        case .notice, .activity, .finishing: break
        }
    }

    /// Records a part of the page's state.
    mutating func add(_ part: PageState) {
        guard stateParts < Self.mostStateParts else { return }
        stateParts += 1
        state = state ?? PageState()
        state?.add(part)
    }

    /// The most parts of a state, each of which may have some megabytes.
    private static let mostStateParts = 100

    /// Records a warning of the command itself.
    mutating func warn(_ text: String) { Self.keep(text, in: &warnings) }

    /// Records the end of an engine that could not report what became of the last steps.
    mutating func endSteps(of plan: TakePlan) {
        var ended = steps.map(\.step)
        for step in PageStep.inOrder(plan.steps) {
            // Steps of a branch are not in the plan's list.
            if let index = ended.firstIndex(of: step) {
                ended.removeSubrange(...index)
                continue
            }
            Self.keep(StepOutcome(step, .notReached, because: "The engine ended before it could report."), in: &steps)
        }
    }

    private static func keep<Element>(_ element: Element, in list: inout [Element]) {
        if list.count < most { list.append(element) }
    }
}
