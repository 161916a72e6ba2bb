import Foundation
import Glibc
import TestSupport

/// The peak memory use of processes, in bytes.
struct MemoryUse {
    /// Of all processes together; shared memory is counted once.
    private(set) var all = 0
    /// Of the first process alone, including what it shares with others.
    private(set) var root = 0

    /// Measures a process and all other descendants of its parent.
    ///
    /// - Parameters:
    ///   - root: The first process.
    ///   - parent: Its parent, all of whose descendants come from the first process.
    mutating func look(root: pid_t, below parent: pid_t) {
        let processes = ProcessTable().descendants(of: parent)
        // The proportional share of each process (proc(5), smaps_rollup).
        all = max(all, processes.reduce(0) { $0 + (Self.bytes("Pss", in: "smaps_rollup", of: $1.processID) ?? 0) })
        // The kernel records this peak itself.
        self.root = max(self.root, Self.bytes("VmHWM", in: "status", of: root) ?? 0)
    }

    /// Parses a line like `Pss:   1234 kB`.
    private static func bytes(_ name: String, in file: String, of process: pid_t) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return number * 1024
    }

    /// The memory that programs can still use before the machine swaps, in bytes.
    static var availableOnMachine: Int {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return number * 1024
    }
}
