internal import Encoder
internal import EngineLink
internal import Frames
import LibAV

/// What is known of a take, from its events.
struct TakeRecord: Sendable {
    /// The page's signals, in order.
    private(set) var signals: [RecordedSignal] = []
    /// The movie's chapters, one for each mark.
    private(set) var chapters: [Chapter] = []
    /// What is wrong with the page's signals, in order.
    private(set) var mistakes: [SignalMistake] = []
    /// What the page's console said, in order.
    private(set) var console: [CheckReport.Line] = []
    /// What was warned of, in order.
    private(set) var warnings: [String] = []
    /// What the page's wall clock showed at first, in milliseconds since 1970.
    private(set) var date: Int64?
    /// Whether the virtual clock was given up for the real-time clock.
    private(set) var hasLostClock = false
    /// How the page's picture is made; `nil` before the recording has begun.
    private(set) var rendering: PageOptions.Rendering?
    /// Whether the recording has begun.
    var hasStarted: Bool { rendering != nil }
    /// How far it had come when that was last heard of.
    private(set) var progress: TakeProgress?

    /// The most of each that is kept: the engine runs a page's code.
    private static let most = 10_000

    /// Takes in an event.
    mutating func add(_ event: TakeEvent) {
        switch event {
        case .lostClock: hasLostClock = true
        case .loading(let date): self.date = date
        case .started(let rendering): self.rendering = rendering
        case .progress(let progress): self.progress = progress
        case .signalled(let signal): Self.keep(signal, in: &signals)
        case .chapter(let name, let start): Self.keep(Chapter(name: name, start: start), in: &chapters)
        case .mistake(let mistake): Self.keep(mistake, in: &mistakes)
        case .warning(let text): warn(text)
        case .console(let line, let time): Self.keep(CheckReport.Line(pageTime: time, line: line), in: &console)
        case .still, .finishing, .ended: break
        }
    }

    /// Takes in a warning of the command's own.
    mutating func warn(_ text: String) { Self.keep(text, in: &warnings) }

    private static func keep<Element>(_ element: Element, in list: inout [Element]) {
        if list.count < most { list.append(element) }
    }
}
