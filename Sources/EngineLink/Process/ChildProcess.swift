private import CSystemCalls
private import Files
internal import Glibc

/// A child process that ends with the thread that started it.
///
/// It leads a process group for its own children. Used only by that thread.
package final class ChildProcess {
    /// The process ID; also the ID of its group.
    let process: Int32
    /// An entry of the environment that only this process and its descendants have.
    private let mark: String
    /// The wait(2) status; `nil` while the process runs.
    package private(set) var status: CInt?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - passed: Descriptors that the program inherits as 3 and up.
    ///   - environment: Variables beside those that are inherited (``InheritedVariables``).
    ///   - errors: The program's standard error.
    ///   - deathSignal: The signal that the kernel sends to the program when this thread ends.
    /// - Throws: `missingComponent`.
    package init(
        _ program: String, _ arguments: [String], passing passed: [CInt], environment: [String: String] = [:],
        errors: CInt, deathSignal: CInt
    ) throws(PageError) {
        var argv = unsafe Self.strings([program] + arguments)
        mark = "\(InheritedVariables.mark)=\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        var envp = unsafe Self.strings(
            InheritedVariables.entries.filter { !$0.hasPrefix("\(InheritedVariables.mark)=") } + [mark]
                + environment.map { "\($0.key)=\($0.value)" })
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        process = unsafe child_process_spawn(program, &argv, &envp, passed, CInt(passed.count), errors, deathSignal)
        guard process > 0 else {
            throw PageError(.missingComponent, "\(program) could not be started (\(SystemError.last.text)).")
        }
    }

    /// A null-terminated array of C strings.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe texts.map { unsafe strdup($0) } + [nil]
    }

    /// Whether the process has ended; does not block.
    var hasEnded: Bool { wait(milliseconds: 0) }

    /// Sends a signal to the process unless it has ended.
    func send(_ signal: CInt) {
        if status == nil { kill(process, signal) }
    }

    /// Kills the process and all its descendants, including stopped ones and those that have left its group
    /// (setsid(2)).
    ///
    /// After the process has been reaped, the ID may have been reused, and its group was killed already; what is left
    /// are descendants outside of it.
    package func killAll() {
        if status == nil {
            // A stopped process starts no others, and stays the parent of those that it has.
            kill(process, SIGSTOP)
            ProcessTree.killDescendants(of: process)
            kill(-process, SIGKILL)
            // The process may not have joined its own group yet.
            kill(process, SIGKILL)
        }
        ProcessTree.kill(withVariable: mark)
    }

    /// Waits for the process to end, then kills the rest of its group.
    ///
    /// - Parameter milliseconds: The timeout; none if negative.
    /// - Returns: Whether the process has ended.
    @discardableResult
    package func wait(milliseconds: CInt) -> Bool {
        guard status == nil else { return true }
        var status: CInt = 0
        guard unsafe child_process_wait(process, milliseconds, &status) else { return false }
        self.status = status
        return true
    }
}
