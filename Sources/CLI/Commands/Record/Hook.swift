import Glibc
import Subprocess
import SystemPackage

/// A user's shell command that runs after a recording.
@MainActor
struct Hook {
    /// The shell command.
    let command: String
    /// The option that set it.
    let option: String
    /// The user's environment; the recorder has changed its own since.
    let environment: [String: String]

    /// Runs the command and waits for its end.
    ///
    /// Its output goes to standard error, since standard output is for results.
    /// A signal ends the command with its children.
    ///
    /// - Parameter text: The command's standard input.
    /// - Returns: What failed, as a sentence; `nil` on success.
    func run(reading text: String, signals: StopSignals) async -> String? {
        var group: pid_t?
        do {
            let status = try await signals.run {
                if let group { kill(-group, SIGKILL) }
            } task: {
                try await execute(text) { group = $0 }
            }
            switch status {
            case .exited(0): return nil
            case .exited(let status): return "The \(option) command exited with status \(status)."
            case .signaled(let number): return "The \(option) command was killed by signal \(number)."
            }
        } catch {
            return "Cannot run the \(option) command (\(error))."
        }
    }

    /// Runs the shell.
    ///
    /// - Parameter onStart: Called with the shell's process group.
    private func execute(_ text: String, onStart: (pid_t) -> Void) async throws -> TerminationStatus {
        let messages = FileDescriptor(rawValue: Message.errorDescriptor)
        return try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", command], environment: .custom(variables),
            platformOptions: options, input: .inputWriter,
            output: .fileDescriptor(messages, closeAfterSpawningProcess: false),
            error: .fileDescriptor(messages, closeAfterSpawningProcess: false)
        ) { execution in
            onStart(execution.processIdentifier.value)
            // A command may end without reading all of its input.
            _ = try? await execution.standardInputWriter.write(text)
        }.terminationStatus
    }

    /// The environment as execve(2) takes it.
    private var variables: [[UInt8]] { environment.map { Array("\($0)=\($1)\0".utf8) } }

    private var options: PlatformOptions {
        var options = PlatformOptions()
        // A process group, so that signals reach the command's children.
        options.processGroupID = 0
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))
        ]
        return options
    }
}
