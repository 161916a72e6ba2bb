private import Dispatch
internal import EngineLink
internal import Glibc
private import Synchronization

/// Watches the memory of a page's processes.
///
/// It polls ten times per second of real time, also on the virtual clock.
@MainActor
final class MemoryWatch {
    private let timer: any DispatchSourceTimer

    /// Starts polling.
    ///
    /// - Parameters:
    ///   - limit: Resident memory in bytes, summed over the page's and the network's processes.
    ///   - onExcess: Called on the main actor at each poll over the limit, with the largest
    ///     process.
    init(limit: Int, onExcess: @escaping @MainActor (pid_t) -> Void) {
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "pagereel.memory", qos: .utility))
        timer.setEventHandler(handler: Self.look(for: limit, onExcess))
        timer.schedule(deadline: .now(), repeating: .milliseconds(100), leeway: .milliseconds(20))
        timer.activate()
    }

    /// The timer's handler, which runs on the timer's queue.
    private nonisolated static func look(
        for limit: Int, _ onExcess: @escaping @MainActor (pid_t) -> Void
    ) -> @Sendable () -> Void {
        let known = Mutex((processes: [pid_t](), looks: 0))
        return {
            let processes = known.withLock { known in
                if known.looks % looksBetweenSearches == 0 { known.processes = PageProcesses.ofEngine() }
                known.looks += 1
                return known.processes
            }
            let sizes = processes.map { (process: $0, bytes: residentMemory(of: $0)) }
            guard sizes.reduce(0, { $0 + $1.bytes }) > limit, let largest = sizes.max(by: { $0.bytes < $1.bytes })
            else { return }
            Task { @MainActor in onExcess(largest.process) }
        }
    }

    isolated deinit { timer.cancel() }

    private nonisolated static let looksBetweenSearches = 5

    /// Returns a process's resident memory in bytes, from the second field of /proc/PID/statm
    /// (proc(5)); 0 if the process is gone.
    private nonisolated static func residentMemory(of process: pid_t) -> Int {
        let fields = ProcessFile.text(of: "/proc/\(process)/statm").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
