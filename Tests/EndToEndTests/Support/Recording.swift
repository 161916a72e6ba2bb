import Subprocess
import TestSupport

/// A recorder at work, for tests that do something to it in mid-recording.
struct Recording: Sendable {
    let processID: Int32
    let console: Console
    private let sendSignal: @Sendable (Subprocess.Signal) throws -> Void

    init(processID: Int32, console: Console, sendSignal: @escaping @Sendable (Subprocess.Signal) throws -> Void) {
        self.processID = processID
        self.console = console
        self.sendSignal = sendSignal
    }

    /// Returns as soon as standard error holds a text; `page: …` lines make the page itself the clock.
    func wait(for text: String) async throws {
        try await console.wait(for: text)
    }

    /// Sends a signal to the recorder alone, not to its children.
    func send(_ signal: Subprocess.Signal) throws {
        try sendSignal(signal)
    }

    /// The display server and web processes that the recorder has started, and what those have started.
    var descendants: [ProcessTable.Entry] {
        ProcessTable().descendants(of: processID)
    }
}
