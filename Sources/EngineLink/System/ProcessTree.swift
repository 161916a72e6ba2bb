private import Glibc

/// The system's processes, from /proc (proc(5)).
package enum ProcessTree {
    /// Finds all descendants of a process, each with its parent.
    package static func parents(below process: Int32) -> [Int32: Int32] {
        var parents: [Int32: Int32] = [:]
        var next = [process]
        while let parent = next.popLast() {
            for thread in threads(of: parent) {
                let file = "/proc/\(parent)/task/\(thread)/children"
                // Like the list of threads, it may lack a child if another one ends meanwhile (proc(5)).
                let text = ProcessFile.text(of: file)
                let children = text.isEmpty ? "" : text + ProcessFile.text(of: file)
                for child in children.split(separator: " ").compactMap({ Int32($0) })
                where parents.updateValue(parent, forKey: child) == nil { next.append(child) }
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

    /// Kills the processes of this user whose environment has an entry, and those that they start meanwhile.
    ///
    /// - Parameter entry: The entry, `NAME=value`.
    /// - Returns: Whether there are no more of them; otherwise a process hangs while it executes a program.
    @discardableResult
    package static func kill(withVariable entry: String) -> Bool {
        let entry = Array(entry.utf8)
        var killed: Set<Int32> = []
        // Executing a program takes a moment. A process that hangs in it, such as on a network's disk, is left.
        let limit = SuspendingClock.now.advanced(by: .seconds(1))
        var goesOn = true
        while goesOn && SuspendingClock.now < limit {
            goesOn = false
            for process in processes where process != getpid() && !killed.contains(process) {
                // Processes of other users cannot be read, nor those that have more rights than this one.
                guard let environment = ProcessFile.contents(of: "/proc/\(process)/environ") else { continue }
                if environment.split(separator: 0).contains(where: { $0.elementsEqual(entry) }) {
                    Glibc.kill(process, SIGKILL)
                    killed.insert(process)
                    goesOn = true
                } else if environment.isEmpty && isExecuting(process) {
                    goesOn = true
                }
            }
        }
        return !goesOn
    }

    /// Whether a process whose environment can be read, but is empty, is just executing a program.
    ///
    /// The kernel shows the end of the environment (env_end) only to those who may read it.
    private static func isExecuting(_ process: Int32) -> Bool {
        let text = ProcessFile.text(of: "/proc/\(process)/stat")
        // The name, in brackets, may have any characters. Fields are counted from 1 (proc_pid_stat(5)), the name is 2.
        guard let end = text.lastIndex(of: ")") else { return false }
        let fields = text[end...].split(separator: " ").dropFirst()
        func field(_ number: Int) -> Substring { fields.dropFirst(number - 3).first ?? "0" }
        // A zombie and a thread of the kernel have no memory (vsize); other processes have an env_end from then on.
        return field(23) != "0" && field(51) == "0"
    }

    /// The threads of a process; some of them may have ended.
    ///
    /// If a thread ends while they are listed, the kernel leaves out others now and then (`next_tid` in fs/proc/base.c).
    /// So the result is what is in either of two lists.
    package static func threads(of process: Int32) -> Set<Int32> {
        let folder = "/proc/\(process)/task"
        return Set(numbers(in: folder)).union(numbers(in: folder))
    }

    /// All processes of the system.
    package static var processes: [Int32] { numbers(in: "/proc") }

    /// The names in a folder that are numbers: those of processes or threads.
    private static func numbers(in folder: String) -> [Int32] {
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

/// Reads files of /proc and /sys.
package enum ProcessFile {
    /// The contents of a file as text; empty if it cannot be read.
    package static func text(of path: String) -> String { String(decoding: contents(of: path) ?? [], as: UTF8.self) }

    /// The contents of a file as far as they can be read; `nil` if it cannot be opened.
    static func contents(of path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(file, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
