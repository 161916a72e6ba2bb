import Foundation
import Glibc
import TestSupport

/// The most memory that processes have had, in bytes.
struct MemoryUse {
    /// Of all processes together, each shared page counted once.
    private(set) var all = 0
    /// Of the first process alone, what it shares with others included.
    private(set) var root = 0

    /// Looks at a process and all others below its parent.
    ///
    /// - Parameters:
    ///   - root: The first process.
    ///   - parent: Its parent, which has no other children than those that
    ///     came from the first.
    mutating func look(root: pid_t, below parent: pid_t) {
        let processes = ProcessTable().descendants(of: parent)
        // The share of each process in each page (proc(5), smaps_rollup).
        all = max(all, processes.reduce(0) { $0 + (Self.bytes("Pss", in: "smaps_rollup", of: $1.processID) ?? 0) })
        // The kernel keeps the peak by itself.
        self.root = max(self.root, Self.bytes("VmHWM", in: "status", of: root) ?? 0)
    }

    /// Reads a line like `Pss:   1234 kB`.
    private static func bytes(_ name: String, in file: String, of process: pid_t) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return number * 1024
    }

    /// Bytes that programs can still take before the machine swaps.
    static var availableOnMachine: Int {
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return number * 1024
    }
}
