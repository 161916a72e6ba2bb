import Dispatch
import Frames
import Glibc
import Recorder
import TestSupport

/// Watches a program's output until it has ended.
struct Watch {
    let process: pid_t
    let startMark: String
    let endMark: String

    /// The program's standard error.
    private(set) var text = ""

    private struct Moment {
        let instant = ContinuousClock.now
        let use = ProcessorUse.look(below: getpid())
        /// Whether the program still ran after the measurement.
        let isWhole: Bool

        init(_ process: pid_t) { isWhole = ProcessTable.isRunning(process) }
    }

    private var rest: [UInt8] = []
    private var start: Moment?
    private var end: Moment?
    private var ended = ContinuousClock.now
    private var memory = MemoryUse()

    init(process: pid_t, startMark: String, endMark: String) {
        self.process = process
        self.startMark = startMark
        self.endMark = endMark
    }

    /// Reads until the program has ended, and measures its memory meanwhile.
    ///
    /// - Parameter held: A descriptor that is closed once the end mark was read and all processes
    ///   have been measured, or when this function returns.
    mutating func follow(_ errors: CInt, interval: CInt, holding held: CInt) throws {
        var isHeld = true
        defer { if isHeld { close(held) } }
        let over = try Pipe.open()
        defer { close(over.output) }
        Self.closeAtEnd(of: process, over.input)
        var nextLook = ContinuousClock.now
        while true {
            // Descendants may keep the pipe open for longer than the program.
            var waiting = [
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0), pollfd(fd: over.output, events: 0, revents: 0),
            ]
            let left = ContinuousClock.now.duration(to: nextLook) / .milliseconds(1)
            let answer = unsafe poll(&waiting, 2, CInt(max(0, left)))
            if answer < 0 && errno != EINTR { throw MeasuredProgram.failure("poll") }
            if answer > 0 && waiting[1].revents != 0 { ended = .now }
            if answer > 0 && waiting[0].revents & Int16(POLLIN) != 0 {
                read(errors)
                if isHeld && end != nil {
                    close(held)
                    isHeld = false
                }
            }
            if answer > 0 && waiting[1].revents != 0 { return }
            if ContinuousClock.now >= nextLook {
                memory.look(root: process, below: getpid())
                nextLook = .now + .milliseconds(Int(interval))
            }
        }
    }

    /// Closes a descriptor when a child has ended; does not reap the child.
    private static func closeAtEnd(of process: pid_t, _ descriptor: CInt) {
        DispatchQueue.global().async {
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
            close(descriptor)
        }
    }

    private mutating func read(_ descriptor: CInt) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return }
        rest += bytes[..<count]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<newline], as: UTF8.self)
            rest.removeSubrange(...newline)
            if start == nil && line.contains(startMark) { start = Moment(process) }
            if start != nil && end == nil && line.contains(endMark) { end = Moment(process) }
            text += line + "\n"
        }
    }

    /// The measurements.
    ///
    /// - Parameters:
    ///   - begun: When the program was started.
    ///   - processor: Final CPU seconds of all processes.
    func measurement(begun: ContinuousClock.Instant, processor: Double) -> Measurement {
        var measurement = Measurement()
        measurement.memory = memory
        measurement.run = Seconds(wall: begun.duration(to: ended).inSeconds, processor: processor)
        guard let start else { return measurement }
        let atStart = start.use.total
        // A program that ended before it was measured has no closing part.
        let whole = end.flatMap { $0.isWhole ? $0 : nil }
        let atEnd = whole?.use.total ?? processor
        let endInstant = end?.instant ?? ended
        measurement.parts = [
            .startup: Seconds(wall: begun.duration(to: start.instant).inSeconds, processor: atStart),
            .frames: Seconds(wall: start.instant.duration(to: endInstant).inSeconds, processor: atEnd - atStart),
            .closing: Seconds(wall: endInstant.duration(to: ended).inSeconds, processor: processor - atEnd),
        ]
        measurement.processes = (whole?.use.since(start.use))?.seconds ?? [:]
        return measurement
    }
}
