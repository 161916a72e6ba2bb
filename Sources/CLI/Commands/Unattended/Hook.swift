import Glibc
import Subprocess

/// A user's shell command that runs at the end of a run.
@MainActor
struct Hook {
    /// The shell command.
    let command: String
    /// The option that set it.
    let option: String
    /// The user's environment; pagereel may have changed its own since.
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
                try await ShellCommand(text: command, environment: environment)
                    .run(reading: text, writingTo: Message.errorDescriptor) { group = $0 }
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
}
