import Foundation

/// A snapshot of the machine's processes from /proc.
package struct ProcessTable: Sendable {
    /// A process; its start time distinguishes it from a later one with the same ID.
    package struct Entry: Hashable, Sendable {
        package let processID: Int32
        package let parentID: Int32
        package let name: String
        /// Ticks from boot to the process's start.
        package let startTime: UInt64

        /// The process's PID namespace; `nil` if it is gone or not readable.
        package var processNamespace: String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/ns/pid")
        }
    }

    package let entries: [Entry]

    /// Reads all processes.
    ///
    /// - Parameter includesEnded: Whether to include zombies.
    package init(includesEnded: Bool = false) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        entries = names.compactMap(Int32.init).compactMap { Self.entry($0, includesEnded: includesEnded) }
    }

    /// All descendants of a process, in no particular order.
    package func descendants(of processID: Int32) -> [Entry] {
        var found: [Entry] = []
        var parents: Set<Int32> = [processID]
        while !parents.isEmpty {
            let children = entries.filter { parents.contains($0.parentID) }
            found += children
            parents = Set(children.map(\.processID))
        }
        return found
    }

    /// Returns the processes that were started with a given temporary folder, in no particular
    /// order.
    package func entries(withTemporaryFolder folder: String) -> [Entry] {
        let mark = Data("TMPDIR=\(folder)\0".utf8)
        return entries.filter {
            FileManager.default.contents(atPath: "/proc/\($0.processID)/environ")?.range(of: mark) != nil
        }
    }

    /// Whether this very process still runs; zombies do not count.
    package static func isRunning(_ entry: Entry) -> Bool {
        self.entry(entry.processID)?.startTime == entry.startTime
    }

    /// Whether a process with this ID runs and has not ended.
    package static func isRunning(_ processID: Int32) -> Bool { entry(processID) != nil }

    /// Parses /proc/N/stat, whose second field is a name in parentheses that may contain anything
    /// (proc(5)).
    private static func entry(_ processID: Int32, includesEnded: Bool = false) -> Entry? {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        // After the name: state (field 3), parent (4), …, start time (22).
        guard fields.count > 19, includesEnded || fields[0] != "Z", fields[0] != "X",
            let parentID = Int32(fields[1]), let startTime = UInt64(fields[19])
        else { return nil }
        return Entry(
            processID: processID, parentID: parentID, name: String(stat[stat.index(after: open)..<close]),
            startTime: startTime)
    }
}
