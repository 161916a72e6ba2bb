import Foundation
import Glibc
import TestSupport

/// The CPU time of processes that have not been reaped, in seconds.
///
/// A process's own time is exact and includes ended threads: it is the kernel's clock of the
/// process. The time of reaped children has a resolution of 0.01 s.
struct ProcessorUse {
    /// CPU seconds by process name.
    private(set) var seconds: [String: Double] = [:]

    /// CPU seconds of all processes.
    var total: Double { seconds.values.reduce(0, +) }

    /// Returns the CPU time used since an earlier measurement.
    func since(_ earlier: ProcessorUse) -> ProcessorUse {
        var result = self
        for (name, seconds) in earlier.seconds { result.seconds[name, default: 0] -= seconds }
        return result
    }

    /// Measures all descendants of a process.
    ///
    /// A process that has just ended keeps its clock until it is reaped. Without the clock, its
    /// whole work would be missing.
    static func look(below root: pid_t) -> ProcessorUse {
        var use = ProcessorUse()
        for entry in ProcessTable(includesEnded: true).descendants(of: root) {
            use.seconds[entry.name, default: 0] += own(entry.processID) + waitedFor(entry.processID)
        }
        return use
    }

    /// The CPU time of this process with all its threads, in seconds.
    static var ofThisProcess: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The non-idle time of all processors, in seconds: user, nice, system, interrupts, and time
    /// stolen by a host (proc(5)).
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
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Fields 16 and 17 of /proc/N/stat; field 2 is the name (proc(5)).
    private static func waitedFor(_ process: pid_t) -> Double {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let close = stat.lastIndex(of: ")")
        else { return 0 }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return 0 }
        return (user + system) / ticksPerSecond
    }
}
