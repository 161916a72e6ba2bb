import Glibc
import Subprocess
import SystemPackage

/// A user's shell command; it and its children are a process group.
struct ShellCommand: Sendable {
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

/// The desktop's program for a file or an address, which xdg-open finds.
enum DesktopProgram {
    /// The reason why nothing was opened, as the end of a sentence.
    enum Failure: Error, CustomStringConvertible {
        case notInstalled
        case notStarted(reason: String)
        case noProgram

        var description: String {
            switch self {
            case .notInstalled: "xdg-open is not installed"
            case .notStarted(let reason): "xdg-open cannot be started: \(reason)"
            case .noProgram: "xdg-open found no program"
            }
        }
    }

    /// Opens a file or an address, and waits for the end of xdg-open.
    ///
    /// - Parameters:
    ///   - target: A path or an address.
    ///   - inBackground: Whether the program may outlive this one, such as a browser: Ctrl-C does not reach it, and
    ///     signals that this program handles have their usual effect on it.
    static func open(_ target: String, inBackground: Bool = false) throws(Failure) {
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ["xdg-open", target].map { (word: String) in
            unsafe strdup(word)
        }
        defer { unsafe words.forEach { unsafe free($0) } }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        if inBackground {
            var signals = sigset_t()
            unsafe sigemptyset(&signals)
            unsafe posix_spawnattr_setsigmask(&attributes, &signals)
            for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&signals, number) }
            unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
            let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
            unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        }
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, "xdg-open", nil, &attributes, words + [nil], environ)
        guard code != ENOENT else { throw .notInstalled }
        guard code == 0 else { throw .notStarted(reason: unsafe String(cString: strerror(code))) }
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else { throw .noProgram }
    }
}
