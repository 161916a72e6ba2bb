private import CSystemCalls
internal import Glibc

/// A program whose life is bound to the thread that started it.
///
/// It leads a process group, to which its own children belong. Only that thread may
/// use this object.
final class ChildProcess {
    /// The process; also the number of its group.
    let process: Int32
    /// How it ended (wait(2)), once that is known.
    private(set) var status: CInt?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - passed: Descriptors that it has as 3 and up.
    ///   - environment: Variables that it has beside this process's, where this
    ///     process does not have them.
    ///   - errors: Its standard error.
    ///   - deathSignal: What the kernel sends it when this thread ends.
    /// - Throws: `missingComponent`.
    init(
        _ program: String, _ arguments: [String], passing passed: [CInt], environment: [String: String] = [:],
        errors: CInt, deathSignal: CInt
    ) throws(PageError) {
        var argv = Self.strings([program] + arguments)
        var envp = Self.strings(Self.own + environment.filter { getenv($0.key) == nil }.map { "\($0.key)=\($0.value)" })
        defer { for string in argv + envp { free(string) } }
        process = child_process_spawn(program, &argv, &envp, passed, CInt(passed.count), errors, deathSignal)
        guard process > 0 else {
            throw PageError(
                .missingComponent, "\(program) could not be started (\(String(cString: strerror(errno)))).")
        }
    }

    /// C strings, and the end of them.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// This process's own environment.
    private static var own: [String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(String(cString: text))
            entry += 1
        }
        return entries
    }

    /// Whether it has ended; does not wait.
    var hasEnded: Bool { wait(milliseconds: 0) }

    /// Sends a signal to the program, if it has not ended.
    func send(_ signal: CInt) {
        if status == nil { kill(process, signal) }
    }

    /// Kills the program and its whole group, stopped processes included.
    ///
    /// Does nothing once the program has been reaped: its group was killed then,
    /// and the number may belong to another process.
    func killGroup() {
        guard status == nil else { return }
        kill(-process, SIGKILL)
        // It may not have come to its own group.
        kill(process, SIGKILL)
    }

    /// Waits for its end, and then kills the rest of its group.
    ///
    /// - Parameter milliseconds: The longest wait; no limit if negative.
    /// - Returns: Whether it has ended.
    @discardableResult
    func wait(milliseconds: CInt) -> Bool {
        guard status == nil else { return true }
        var status: CInt = 0
        guard child_process_wait(process, milliseconds, &status) else { return false }
        self.status = status
        return true
    }
}
