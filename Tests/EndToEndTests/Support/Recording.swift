import Foundation
import Subprocess
import TestSupport

/// A running recorder, for tests that interfere with the recording.
struct Recording: Sendable {
    let processID: Int32
    let console: Console
    private let sendSignal: @Sendable (Subprocess.Signal, Bool) throws -> Void

    init(
        processID: Int32, console: Console,
        sendSignal: @escaping @Sendable (_ signal: Subprocess.Signal, _ toGroup: Bool) throws -> Void
    ) {
        self.processID = processID
        self.console = console
        self.sendSignal = sendSignal
    }

    /// Returns once standard error contains a text; the page's `page: …` lines serve as the clock.
    func wait(for text: String, times: Int = 1) async throws {
        try await console.wait(for: text, times: times)
    }

    /// Sends a signal to the recorder alone, like kill, or to its process group, like Ctrl-C.
    func send(_ signal: Subprocess.Signal, toGroup: Bool = false) throws {
        try sendSignal(signal, toGroup)
    }

    /// The display server and web processes of the recorder, and their children.
    var descendants: [ProcessTable.Entry] {
        ProcessTable().descendants(of: processID)
    }

    /// Whether the recorder is still running.
    var isRunning: Bool { ProcessTable.isRunning(processID) }

    /// Whether the recorder has an unfinished file open in a folder: one with a hidden name or no
    /// name.
    func isWriting(in folder: TemporaryFolder) -> Bool {
        let descriptors = "/proc/\(processID)/fd"
        let manager = FileManager.default
        return (try? manager.contentsOfDirectory(atPath: descriptors))?.contains { descriptor in
            let file = (try? manager.destinationOfSymbolicLink(atPath: "\(descriptors)/\(descriptor)")) ?? ""
            return file.hasPrefix(folder.path + "/") && (file.hasSuffix(" (deleted)") || file.contains("/.pagereel-"))
        } ?? false
    }

    /// The process that runs the page's scripts.
    var webProcess: ProcessTable.Entry? {
        // The kernel keeps 15 characters of a process's name.
        descendants.first { $0.name == "WebKitWebProces" }
    }
}

extension [ProcessTable.Entry] {
    /// Waits until all of these processes have ended.
    func waitForEnd(limit: Duration = .seconds(15)) async throws {
        try await Condition.wait(for: "the end of \(map(\.name))", limit: limit) {
            !contains(where: ProcessTable.isRunning)
        }
    }
}
