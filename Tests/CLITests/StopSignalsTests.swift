import Foundation
import Testing

@testable import CLI

@Suite("Signals that stop a command")
@MainActor
struct StopSignalsTests {
    /// What happened, in order.
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

    @Test("interrupt the operation at the first, abort it and end the process at the second")
    func both() async {
        await operation("a") { signals.hear(SIGTERM) }
        #expect(signals.status == .terminated)
        await operation("b") { signals.hear(SIGINT) }
        #expect(diary.entries == ["interrupt a", "abort b", "exit 130"])
        #expect(signals.exitStatus(of: CancellationError()) == .terminated)
    }

    @Test("interrupt the next operation, once, when none is under way")
    func between() async {
        await operation("a")
        signals.hear(SIGHUP)
        #expect(diary.entries == [])
        await operation("b")
        await operation("c")
        #expect(diary.entries == ["interrupt b"])
        #expect(signals.status == .hungUp)
    }

    @Test("reach the inner of two operations, and then the outer one again")
    func nested() async {
        await signals.run(interrupt: { diary.entries.append("outer") }) {
            await operation("inner")
            signals.hear(SIGINT)
        }
        #expect(diary.entries == ["outer"])
    }

    @Test("cancel an operation that is a task")
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
