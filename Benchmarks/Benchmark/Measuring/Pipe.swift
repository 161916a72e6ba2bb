import Glibc

/// The two ends of a pipe; the code that opened it must close them.
struct Pipe {
    let input: CInt
    let output: CInt

    /// Opens a pipe with `FD_CLOEXEC`.
    static func open() throws -> Pipe {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw MeasuredProgram.failure("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return Pipe(input: ends[1], output: ends[0])
    }
}
