import Files
import Foundation
import Frames
import Glibc
import Notation
import Subprocess
import Synchronization

/// Runs the command of `--upload` for recorded rows.
///
/// Any task may use this object.
final class Uploader: Sendable {
    private let command: UploadCommand
    private let timeout: Duration
    private let environment: [String: String]
    private let groups = Mutex<Set<pid_t>>([])

    /// The number of bytes of a command's messages that are told.
    private static let mostBytes = 300

    /// Stores the settings.
    ///
    /// - Parameters:
    ///   - timeout: How long an upload may take.
    ///   - environment: The user's environment.
    init(_ command: UploadCommand, timeout: Duration, environment: [String: String]) {
        self.command = command
        self.timeout = timeout
        self.environment = environment
    }

    /// Uploads a video.
    ///
    /// - Returns: What failed, as sentences; `nil` on success.
    func upload(_ output: String) async -> String? {
        guard let messages = UnnamedFile(in: NSTemporaryDirectory()) else {
            return "The upload was not tried: the temporary folder is not writable."
        }
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: messages.path))
            // The file only passes on messages, and is read by its path before.
            defer { try? file.close() }
            let shell = ShellCommand(text: command.text(for: output), environment: environment)
            let status = try await run(shell, writingTo: file.fileDescriptor)
            let said = Self.end(of: messages)
            switch status {
            case .exited(0): return nil
            case .exited(let status): return "The upload failed with exit status \(status)\(said)"
            case .signaled(let number): return "The upload was ended by signal \(number)\(said)"
            case nil: return "The upload took longer than \(timeout.text) and was ended\(said)"
            }
        } catch {
            return "The upload failed: \(error)."
        }
    }

    /// Kills the commands under way, with their children.
    func abort() { for group in groups.withLock({ $0 }) { kill(-group, SIGKILL) } }

    /// Runs a command.
    ///
    /// - Returns: `nil` if it took too long.
    private func run(_ shell: ShellCommand, writingTo descriptor: CInt) async throws -> TerminationStatus? {
        try await withThrowingTaskGroup(of: TerminationStatus?.self) { tasks in
            tasks.addTask {
                var group: pid_t?
                defer { if let group { self.groups.withLock { _ = $0.remove(group) } } }
                return try await shell.run(reading: "", writingTo: descriptor) { started in
                    group = started
                    self.groups.withLock { _ = $0.insert(started) }
                }
            }
            tasks.addTask { [timeout] in
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { tasks.cancelAll() }
            return try await tasks.next() ?? nil
        }
    }

    /// The end of what a command said, as the end of a sentence.
    private static func end(of messages: UnnamedFile) -> String {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: messages.path))) ?? Data()
        let text = String(decoding: bytes.suffix(mostBytes), as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? "." : ": \(text)"
    }
}
