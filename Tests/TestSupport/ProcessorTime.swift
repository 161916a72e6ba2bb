import Foundation

/// Measures the CPU time of other processes, so that a test can tell whether the machine was idle.
package struct ProcessorTime: Sendable {
    private let root: Int32
    private let began = ContinuousClock.now
    private let busyBefore: Int
    private var ownTicks: [ProcessTable.Entry: Int] = [:]

    /// Starts to watch a process and its descendants.
    package init(of root: Int32) {
        self.root = root
        busyBefore = Self.busyTicks()
    }

    /// Records what the watched processes have used so far; later use counts as others'.
    package mutating func look() {
        let table = ProcessTable()
        for entry in table.entries.filter({ $0.processID == root }) + table.descendants(of: root) {
            ownTicks[entry] = Self.ticks(of: entry.processID) ?? ownTicks[entry]
        }
    }

    /// The share of one processor that others used since the start: 0 on an idle machine, 2 for two
    /// busy processors.
    package var othersShare: Double {
        let elapsed = (ContinuousClock.now - began) / .seconds(1)
        let others = Self.busyTicks() - busyBefore - ownTicks.values.reduce(0, +)
        return Double(max(0, others)) / Self.ticksPerSecond / elapsed
    }

    /// USER_HZ, which is 100 on every architecture of Debian.
    private static let ticksPerSecond = 100.0

    /// User and system time of a process: fields 14 and 15 of /proc/N/stat; field 2 is the name
    /// (proc(5)).
    private static func ticks(of processID: Int32) -> Int? {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let close = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }

    /// The non-idle time of all processors: user, nice, system, interrupts, and time stolen by a
    /// host (proc(5)).
    private static func busyTicks() -> Int {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
        let values = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        guard values.count >= 8 else { return 0 }
        return values[0] + values[1] + values[2] + values[5] + values[6] + values[7]
    }
}
