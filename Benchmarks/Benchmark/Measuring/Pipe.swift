import Glibc

/// The two ends of a pipe; whoever opened it closes them.
struct Pipe {
    let input: CInt
    let output: CInt

    /// Opens a pipe that programs do not inherit by themselves.
    static func open() throws -> Pipe {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw MeasuredProgram.failure("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return Pipe(input: ends[1], output: ends[0])
    }
}
