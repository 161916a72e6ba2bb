import ArgumentParser
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

    struct Failure: Error, CustomStringConvertible {
        /// What failed, as sentences.
        let description: String
    }

    func upload(_ output: String) async throws(Failure) {
        guard let messages = UnnamedFile(in: NSTemporaryDirectory()) else {
            throw Failure(description: "The upload was not tried: the temporary folder is not writable.")
        }
        let failure: String
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: messages.path))
            // The file only passes on messages, and is read by its path before.
            defer { try? file.close() }
            let shell = ShellCommand(text: command.text(for: output), environment: environment)
            let status = try await run(shell, writingTo: file.fileDescriptor)
            let said = Self.end(of: messages)
            switch status {
            case .exited(0): return
            case .exited(let status): failure = "The upload failed with exit status \(status)\(said)"
            case .signaled(let number): failure = "The upload was ended by signal \(number)\(said)"
            case nil: failure = "The upload took longer than \(timeout.text) and was ended\(said)"
            }
        } catch {
            failure = "The upload failed: \(error)."
        }
        throw Failure(description: failure)
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

/// The command of `--upload`, with `{file}` and `{name}` for a video's path and its name in the batch.
struct UploadCommand: Sendable, Equatable, CustomStringConvertible {
    /// The template as it is parsed.
    let description: String

    /// Checks a template.
    ///
    /// - Throws: `ValidationError` for one without `{file}`, with a placeholder in quotes, or with another one.
    init(_ text: String) throws(ValidationError) {
        guard text.contains("{file}") else {
            throw ValidationError("the command needs {file} for the video, like 'rclone copyto {file} bucket:{name}'.")
        }
        var quote: Character?
        var last: Character?
        for (index, character) in zip(text.indices, text) {
            defer { last = character }
            // In single quotes, it may be a program of another language, such as awk's; behind a dollar, a variable.
            if quote != "'", last != "$",
                let name = text[index...].prefixMatch(of: /\{([A-Za-z_][\w-]*)\}/)?.output.1,
                !["file", "name"].contains(name)
            {
                throw ValidationError(
                    "the command has {file} and {name}, and no columns: {\(name)} would stay as it is. Use the column "
                        + "in --output, whose value {name} has.")
            }
            if let open = quote {
                guard !["{file}", "{name}"].contains(where: text[index...].hasPrefix) else {
                    throw ValidationError("write {file} and {name} without quotes; their values are quoted.")
                }
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
        }
        description = text
    }

    /// The command for a video, with its path quoted for the shell.
    ///
    /// - Parameter output: The output as the batch's template makes it.
    func text(for output: String) -> String {
        let name = output.hasPrefix("./") ? String(output.dropFirst(2)) : output
        // A path that begins with a dash would be an option.
        let file = name.hasPrefix("-") ? "./\(name)" : name
        // One at a time, so that a name with a placeholder in it is not replaced again.
        return description.split(separator: "{file}", omittingEmptySubsequences: false)
            .map { $0.replacing("{name}", with: ShellWords.join([name])) }
            .joined(separator: ShellWords.join([file]))
    }
}
