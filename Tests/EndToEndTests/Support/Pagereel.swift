import Foundation
import Subprocess
import TestSupport
import Testing

/// Runs the built executable.
enum Pagereel {
    /// The exit status and the output of a run.
    struct Outcome: Sendable {
        /// The exit code, or 128 plus the signal's number, as in a shell.
        let exitCode: Int32
        let standardOutput: String
        let standardError: String

        /// The object that `--json` printed; throws if standard output contains anything else.
        var summary: Summary {
            get throws { try Summary.decode(standardOutput) }
        }
    }

    /// A run that had to be killed.
    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    static let systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// The environment of a cron job, and less: no home, display or language.
    static let bareEnvironment = ["PATH": systemPath]

    /// The cache of self-test results for all runs (default: each run repeats the self-test).
    ///
    /// It is in the build folder, so that the self-test runs once per build.
    static let cache = "\(tests)/cache"

    /// The folder of the tests, in the build folder.
    static let tests = Fixture.build.path

    /// The executable to test: PAGEREEL_EXECUTABLE, or the one next to the test bundle.
    static let executable: String = {
        if let named = ProcessInfo.processInfo.environment["PAGEREEL_EXECUTABLE"] { return named }
        return "\(tests)/pagereel"
    }()

    /// The matching engine, next to it or as installed.
    static let engine: String = {
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
        let places = ["\(folder)/pagereel-engine", "\(folder)/../libexec/pagereel/pagereel-engine"]
        return places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? places[0]
    }()

    /// Runs the executable to its end.
    ///
    /// - Parameters:
    ///   - folder: The working folder (default: the tests' own).
    ///   - wrapper: A command that runs the executable as its last arguments, for example to drop
    ///     privileges.
    ///   - appendsExecutable: Whether to append the executable and the arguments to the wrapper.
    ///   - timeout: Limits a failing test; then the whole process group is killed. It is long
    ///     because a shared machine may stall for a minute.
    ///   - body: Runs concurrently with the recorder.
    static func run(
        _ arguments: [String], environment: [String: String] = bareEnvironment, wrapper: [String] = [],
        appendsExecutable: Bool = true, folder: TemporaryFolder? = nil, timeout: Duration = .seconds(150),
        during body: (Recording) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        // env executes the recorder in the same process, with only these variables in its
        // environment.
        let command =
            ["--ignore-environment"] + (folder.map { ["--chdir=\($0.path)"] } ?? [])
            + ["XDG_CACHE_HOME": cache, "TMPDIR": FileManager.default.temporaryDirectory.path]
            .merging(environment) { $1 }.map { "\($0.key)=\($0.value)" } + wrapper
            + (appendsExecutable ? [executable] + arguments : [])
        var options = PlatformOptions()
        options.processGroupID = 0
        let standardOutput = Console()
        let standardError = Console()
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(command),
            platformOptions: options, input: .none, output: .sequence, error: .sequence
        ) { execution in
            let recording = Recording(
                processID: execution.processIdentifier.value, console: standardError,
                sendSignal: { try execution.send(signal: $0, toProcessGroup: $1) })
            let output = execution.standardOutput
            let error = execution.standardError
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await collect(output, in: standardOutput) }
                group.addTask { try await collect(error, in: standardError) }
                group.addTask {
                    try await Task.sleep(for: timeout)
                    try? execution.send(signal: .kill, toProcessGroup: true)
                    return false
                }
                do { try await body(recording) } catch {
                    try? execution.send(signal: .kill, toProcessGroup: true)
                    throw error
                }
                // Both streams end when the recorder and all its children have closed them.
                for _ in 0..<2 {
                    guard try await group.next() == true else {
                        throw TimedOut(
                            description: "\(command) ran longer than \(timeout):\n\(standardError.text)")
                    }
                }
                group.cancelAll()
            }
        }
        return Outcome(
            exitCode: exitCode(of: result.terminationStatus), standardOutput: standardOutput.text,
            standardError: standardError.text)
    }

    /// Records with `--json`, expects the given exit code, and returns the summary.
    @discardableResult
    static func record(
        _ page: String, to output: String, _ options: [String] = [],
        environment: [String: String] = bareEnvironment, expecting exitCode: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Summary {
        let outcome = try await run(
            ["record", page, "-o", output, "--json"] + options, environment: environment)
        #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
        return try outcome.summary
    }

    private static func collect(_ stream: SubprocessOutputSequence, in console: Console) async throws -> Bool {
        defer { console.end() }
        for try await buffer in stream { unsafe console.append(buffer.withUnsafeBytes { unsafe Array($0) }) }
        return true
    }

    private static func exitCode(of status: TerminationStatus) -> Int32 {
        switch status {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
    }
}
