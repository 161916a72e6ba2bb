import Glibc
import Subprocess
import SystemPackage

/// A user's shell command; it and its children are a process group.
struct ShellCommand: Sendable {
    /// The command.
    let text: String
    /// The user's environment; the recorder changes its own for the page.
    let environment: [String: String]

    /// Runs the shell to its end; cancellation ends it with its children.
    ///
    /// - Parameters:
    ///   - input: The command's standard input.
    ///   - output: Where its standard output and standard error go.
    ///   - onStart: Called with the process group.
    nonisolated(nonsending) func run(
        reading input: String, writingTo output: CInt, onStart: (pid_t) -> Void = { _ in }
    ) async throws -> TerminationStatus {
        let output = FileDescriptor(rawValue: output)
        return try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", text], environment: .custom(variables), platformOptions: options,
            input: .inputWriter, output: .fileDescriptor(output, closeAfterSpawningProcess: false),
            error: .fileDescriptor(output, closeAfterSpawningProcess: false)
        ) { execution in
            onStart(execution.processIdentifier.value)
            // A command may end without reading all of its input.
            _ = try? await execution.standardInputWriter.write(input)
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
