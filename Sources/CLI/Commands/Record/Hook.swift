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
        let messages = FileDescriptor(rawValue: Message.errorDescriptor)
        let work = Task {
            try await Subprocess.run(
                .path("/bin/sh"), arguments: ["-c", command], environment: .custom(variables),
                platformOptions: options, input: .inputWriter,
                output: .fileDescriptor(messages, closeAfterSpawningProcess: false),
                error: .fileDescriptor(messages, closeAfterSpawningProcess: false)
            ) { execution in
                let group = execution.processIdentifier.value
                signals.onSecond = { kill(-group, SIGKILL) }
                // One that ends without reading all of it is in order.
                _ = try? await execution.standardInputWriter.write(text)
            }.terminationStatus
        }
        signals.onFirst = { work.cancel() }
        defer { (signals.onFirst, signals.onSecond) = ({}, {}) }
        do {
            switch try await work.value {
            case .exited(0): return nil
            case .exited(let status): return "The command of \(option) ended with status \(status)."
            case .signaled(let number): return "The command of \(option) was ended by signal \(number)."
            }
        } catch {
            return "The command of \(option) could not be run (\(error))."
        }
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
