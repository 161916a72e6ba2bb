import Foundation
import Testing

@testable import CLI

@Suite("Signals that stop a command")
@MainActor
struct StopSignalsTests {
    /// The events, in order.
    private final class Diary {
        var entries: [String] = []
    }

    private let diary = Diary()
    private let signals: StopSignals

    init() {
        let diary = diary
        signals = StopSignals { diary.entries.append("exit \($0)") }
    }

    private func operation(_ name: String, during body: () -> Void = {}) async {
        await signals.run {
            diary.entries.append("interrupt \(name)")
        } abort: {
            diary.entries.append("abort \(name)")
        } _: {
            body()
        }
    }

    @Test("The first signal interrupts the operation, the second ends the process")
    func both() async {
        await operation("a") { signals.hear(SIGTERM) }
        #expect(signals.status == .terminated)
        await operation("b") { signals.hear(SIGINT) }
        #expect(diary.entries == ["interrupt a", "abort b", "exit 130"])
        #expect(ExitStatus(CancellationError(), signal: signals.status) == .terminated)
    }

    @Test("The same signal right after the first is its echo, which timeout(1) sends to the group")
    func echo() async {
        let start = SuspendingClock.now
        await operation("a") {
            signals.hear(SIGTERM, at: start)
            signals.hear(SIGTERM, at: start.advanced(by: .milliseconds(1)))
        }
        #expect(diary.entries == ["interrupt a"])
        await operation("b") { signals.hear(SIGTERM, at: start.advanced(by: .seconds(1))) }
        #expect(diary.entries == ["interrupt a", "abort b", "exit 143"])
    }

    @Test("A signal between operations interrupts the next one, once")
    func between() async {
        await operation("a")
        signals.hear(SIGHUP)
        #expect(diary.entries == [])
        await operation("b")
        await operation("c")
        #expect(diary.entries == ["interrupt b"])
        #expect(signals.status == .hungUp)
    }

    @Test("A signal reaches the inner of two nested operations first")
    func nested() async {
        await signals.run(interrupt: { diary.entries.append("outer") }) {
            await operation("inner")
            signals.hear(SIGINT)
        }
        #expect(diary.entries == ["outer"])
    }

    @Test("A signal cancels an operation that is a task")
    func task() async {
        await #expect(throws: CancellationError.self) {
            try await signals.run {
                signals.hear(SIGINT)
                try Task.checkCancellation()
            }
        }
        #expect(signals.status == .interrupted)
    }
}
