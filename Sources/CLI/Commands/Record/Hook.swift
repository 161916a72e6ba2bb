import Glibc
import Subprocess
import SystemPackage

/// A command of the user's that runs after a recording.
@MainActor
struct Hook {
    private let option: String
    private let command: String
    private let environment: [String: String]

    /// Prepares to run a command.
    ///
    /// - Parameters:
    ///   - command: What the shell shall do.
    ///   - option: The option that it was given with.
    ///   - environment: The user's own; the recorder has changed its own for
    ///     the page since it started.
    init(_ command: String, option: String, environment: [String: String]) {
        self.command = command
        self.option = option
        self.environment = environment
    }

    /// Runs the command to its end.
    ///
    /// What it prints goes to standard error: standard output is the
    /// recorder's own. A signal ends it, and what it has started.
    ///
    /// - Parameter text: What it finds on its standard input.
    /// - Returns: What went wrong, as a sentence.
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
            case .exited(let status): return "The command of \(option) ended with status \(status)."
            case .signaled(let number): return "The command of \(option) was ended by signal \(number)."
            }
        } catch {
            return "The command of \(option) could not be run (\(error))."
        }
    }

    /// Runs the shell.
    ///
    /// - Parameter onStart: Called with the process group, which is the shell's.
    private func execute(_ text: String, onStart: (pid_t) -> Void) async throws -> TerminationStatus {
        let messages = FileDescriptor(rawValue: Message.errorDescriptor)
        return try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", command], environment: .custom(variables),
            platformOptions: options, input: .inputWriter,
            output: .fileDescriptor(messages, closeAfterSpawningProcess: false),
            error: .fileDescriptor(messages, closeAfterSpawningProcess: false)
        ) { execution in
            onStart(execution.processIdentifier.value)
            // A command that ends without reading all of it is in order.
            _ = try? await execution.standardInputWriter.write(text)
        }.terminationStatus
    }

    /// The environment in the system's own form.
    private var variables: [[UInt8]] { environment.map { Array("\($0)=\($1)\0".utf8) } }

    private var options: PlatformOptions {
        var options = PlatformOptions()
        // So that a signal reaches all that it has started.
        options.processGroupID = 0
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))
        ]
        return options
    }
}
