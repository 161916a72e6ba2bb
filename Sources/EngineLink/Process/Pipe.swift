private import CGIO
private import Files
internal import Frames
private import Glibc
private import Notation

/// A pipe that closes its ends when released; both have `FD_CLOEXEC`.
final class Pipe {
    /// The write end, or -1 once it is closed.
    private(set) var input: CInt
    /// The read end.
    let output: CInt
    /// Whether all write ends are closed.
    private(set) var isAtEnd = false

    /// Opens a pipe.
    ///
    /// - Throws: `missingComponent` if the process has no free descriptors.
    init() throws(PageError) {
        var ends: [CInt] = [-1, -1]
        guard unsafe g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else {
            throw PageError(.missingComponent, "A pipe could not be created (\(SystemError.last.text)).")
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

    /// Reads the available bytes without blocking.
    ///
    /// - Returns: The bytes; `nil` at the end of the stream.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var count: Int
        repeat { count = unsafe Glibc.read(output, &buffer, buffer.count) } while count < 0 && errno == EINTR
        if count < 0 { return [] }
        isAtEnd = count == 0
        return isAtEnd ? nil : Array(buffer[..<count])
    }

    /// Waits until the pipe is readable or at its end.
    ///
    /// - Returns: Whether that happened before the deadline.
    func wait(until deadline: SuspendingClock.Instant) -> Bool {
        while true {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let answer = unsafe poll(&waiting, 1, deadline.pollTimeout)
            if answer < 0 && errno == EINTR { continue }
            return answer > 0
        }
    }
}

extension SuspendingClock.Instant {
    /// The timeout for poll(2) until this instant, in milliseconds.
    var pollTimeout: CInt {
        // Round up: a timeout of 0 ms would make the caller spin.
        CInt(clamping: max(0, (SuspendingClock.now.duration(to: self).wholeNanoseconds + 999_999) / 1_000_000))
    }
}

/// The last lines that a process has written to its standard error.
struct LastLines {
    private var bytes: [UInt8] = []

    /// The number of bytes to keep; enough for a few lines.
    private static let most = 4096
    /// The longest line that is shown, in characters.
    private static let longestLine = 300

    /// Appends output.
    mutating func append(_ new: [UInt8]) {
        bytes = (bytes + new).suffix(Self.most)
    }

    /// The last non-empty line, safe to print; `nil` if all lines are empty.
    var text: String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
        return String(ForeignText.line(String(line)).prefix(Self.longestLine))
    }
}
