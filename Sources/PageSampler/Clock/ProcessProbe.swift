private import Glibc

/// Knows whether a process has made or ended threads.
final class ProcessProbe {
    /// The process's number.
    let number: Int32
    /// Where the kernel lists the threads (proc(5), `/proc/pid/task`).
    let folder: String
    private let file: Int32
    private var count: Int?

    /// Opens the list of a process's threads; nothing if it is gone.
    init?(number: Int32) {
        self.number = number
        folder = "/proc/\(number)/task"
        file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return nil }
    }

    deinit { if file >= 0 { close(file) } }

    /// Whether there are more or fewer threads than were noted.
    ///
    /// Each is a folder of the list, and so one of its links, beside the two
    /// that every folder has (Linux, fs/proc/base.c, proc_task_getattr). Where
    /// a kernel does not count them, there always seem to be others.
    var hasOtherThreads: Bool {
        var status = stat()
        let links = fstat(file, &status) == 0 ? Int(status.st_nlink) : 2
        return links - 2 != count
    }

    /// Notes how many threads were found.
    func note(_ count: Int) { self.count = count }
}
