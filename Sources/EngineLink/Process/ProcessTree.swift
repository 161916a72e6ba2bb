private import Glibc

/// The system's processes, from /proc (proc(5)).
package enum ProcessTree {
    /// Finds all descendants of a process, each with its parent.
    package static func parents(below process: Int32) -> [Int32: Int32] {
        var parents: [Int32: Int32] = [:]
        var next = [process]
        while let parent = next.popLast() {
            for thread in numbers(in: "/proc/\(parent)/task") {
                let children = ProcessFile.text(of: "/proc/\(parent)/task/\(thread)/children")
                    .split(separator: " ").compactMap { Int32($0) }
                for child in children where parents.updateValue(parent, forKey: child) == nil { next.append(child) }
            }
        }
        return parents
    }

    /// Kills all descendants of a process, including stopped ones.
    ///
    /// - Parameters:
    ///   - process: A process that starts no others any more, because it is stopped or the caller.
    ///   - spared: A child to spare.
    package static func killDescendants(of process: Int32, except spared: Int32? = nil) {
        var killed: Set<Int32> = []
        // A descendant may start another while the others are looked for.
        while true {
            let found = parents(below: process).keys.filter { $0 != spared && !killed.contains($0) }
            guard !found.isEmpty else { return }
            for descendant in found { Glibc.kill(descendant, SIGKILL) }
            killed.formUnion(found)
        }
    }

    /// Kills the processes of this user whose environment has an entry.
    ///
    /// - Parameter entry: The entry, `NAME=value`.
    package static func kill(withVariable entry: String) {
        let entry = Array(entry.utf8)
        for process in numbers(in: "/proc") where process != getpid() {
            // Processes of other users cannot be read.
            let entries = ProcessFile.bytes(of: "/proc/\(process)/environ").split(separator: 0)
            if entries.contains(where: { $0.elementsEqual(entry) }) { Glibc.kill(process, SIGKILL) }
        }
    }

    /// The names in a folder that are numbers: those of processes or threads.
    package static func numbers(in folder: String) -> [Int32] {
        guard let handle = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(handle) }
        var numbers: [Int32] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
    }
}
