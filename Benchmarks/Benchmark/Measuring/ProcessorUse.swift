import Foundation
import Glibc
import TestSupport

/// How many seconds of processor time processes have used that nobody has
/// waited for.
///
/// A process's own time is exact: the kernel's clock of the process, threads
/// that have ended included. Children that it has waited for are in hundredths
/// of a second.
struct ProcessorUse {
    /// Seconds by the processes' names.
    private(set) var seconds: [String: Double] = [:]

    /// Seconds of all processes.
    var total: Double { seconds.values.reduce(0, +) }

    /// What was used since an earlier look.
    func since(_ earlier: ProcessorUse) -> ProcessorUse {
        var result = self
        for (name, seconds) in earlier.seconds { result.seconds[name, default: 0] -= seconds }
        return result
    }

    /// Looks at all processes below one.
    ///
    /// One that has just ended keeps its clock until it is waited for; without
    /// it, all that it did would be missing.
    static func look(below root: pid_t) -> ProcessorUse {
        var use = ProcessorUse()
        for entry in ProcessTable(includesEnded: true).descendants(of: root) {
            use.seconds[entry.name, default: 0] += own(entry.processID) + waitedFor(entry.processID)
        }
        return use
    }

    /// Seconds that this process has used, all of its threads.
    static var ofThisProcess: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds that all processors of the machine were not idle: user, nice,
    /// system, interrupts and what a host took (proc(5)).
    static var ofMachine: Double {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
        let values = line.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard values.count >= 8 else { return 0 }
        return (values[0] + values[1] + values[2] + values[5] + values[6] + values[7]) / ticksPerSecond
    }

    /// USER_HZ, which is 100 on every architecture of Debian.
    private static let ticksPerSecond = 100.0

    private static func own(_ process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Fields 16 and 17 of /proc/N/stat, the name being field 2 (proc(5)).
    private static func waitedFor(_ process: pid_t) -> Double {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let close = stat.lastIndex(of: ")")
        else { return 0 }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return 0 }
        return (user + system) / ticksPerSecond
    }
}
