private import CWebKitGTK
private import Dispatch
private import Glibc

/// Reads what WebKit's processes write to standard output, line by line.
///
/// They inherit descriptor 1 when they start, at times of WebKit's choosing,
/// so while this lives descriptor 1 of the whole process is the pipe.
@MainActor
final class ConsolePipe {
    private let savedOutput: CInt
    private let reader: CInt
    private let source: any DispatchSourceRead
    private var rest: [UInt8] = []
    private let onLine: @MainActor (String) -> Void

    /// The most bytes of a line that are kept: a page may write anything.
    private static let longestLine = 16_384

    /// Puts the pipe in the place of standard output.
    ///
    /// - Parameter onLine: Hears each line, on the main actor.
    init(onLine: @escaping @MainActor (String) -> Void) throws(PageError) {
        self.onLine = onLine
        // Nothing that this process printed before shall end up in the pipe.
        fflush(nil)
        var ends: [CInt] = [-1, -1]
        savedOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0, dup2(ends[1], STDOUT_FILENO) >= 0 else {
            throw PageError(
                .missingComponent, "No pipe for the page's console could be made (\(String(cString: strerror(errno))))."
            )
        }
        close(ends[1])
        reader = ends[0]
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.drain() }
        }
        source.setCancelHandler { [reader] in close(reader) }
        source.resume()
    }

    isolated deinit {
        drain()
        if savedOutput >= 0 {
            dup2(savedOutput, STDOUT_FILENO)
            close(savedOutput)
        }
        source.cancel()
    }

    private func drain() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reader, &chunk, chunk.count)
            guard count > 0 else { return }
            for byte in chunk[..<count] {
                if byte == UInt8(ascii: "\n") {
                    onLine(String(decoding: rest, as: UTF8.self))
                    rest.removeAll(keepingCapacity: true)
                } else if rest.count < Self.longestLine {
                    rest.append(byte)
                }
            }
        }
    }
}
