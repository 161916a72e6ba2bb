private import CGIO
internal import Frames
private import Glibc

/// A pipe whose ends close with it; exec closes them too.
final class Pipe {
    /// The end that is written to, or -1 once it is closed.
    private(set) var input: CInt
    /// The end that is read from.
    let output: CInt
    /// Whether every process has closed the other end.
    private(set) var isAtEnd = false

    /// Opens a pipe.
    ///
    /// - Throws: `missingComponent` if the process has no descriptors left.
    init() throws(PageError) {
        var ends: [CInt] = [-1, -1]
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else {
            throw PageError(.missingComponent, "No pipe could be made (\(String(cString: strerror(errno)))).")
        }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        closeInput()
        close(output)
    }

    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Reads the bytes that have arrived, without waiting.
    ///
    /// - Returns: `nil` at the end: every process has closed the other end.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var count: Int
        repeat { count = Glibc.read(output, &buffer, buffer.count) } while count < 0 && errno == EINTR
        if count < 0 { return [] }
        isAtEnd = count == 0
        return isAtEnd ? nil : Array(buffer[..<count])
    }

    /// Waits until there is something to read, or the end.
    ///
    /// - Returns: Whether there is.
    func wait(until deadline: SuspendingClock.Instant) -> Bool {
        while true {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let answer = poll(&waiting, 1, deadline.pollTimeout)
            if answer < 0 && errno == EINTR { continue }
            return answer > 0
        }
    }
}

extension SuspendingClock.Instant {
    /// How long poll(2) may wait for this instant, in milliseconds.
    var pollTimeout: CInt {
        // Rounded up: waits of 0 ms would be repeated until the time has come.
        CInt(clamping: max(0, (SuspendingClock.now.duration(to: self).wholeNanoseconds + 999_999) / 1_000_000))
    }
}
