private import Glibc

/// The threads whose work can change what the page does: all of the page's
/// and the network's processes, and in the recorder's own those that carry
/// messages between them.
///
/// They are a closed system. Whatever is on its way from one to another is
/// either being worked on or waits in a socket whose reader is about to run;
/// so when all of them sleep at the same moment, nothing more happens until
/// time moves, the network answers, or the recorder does something itself.
///
/// Used on one thread at a time.
final class PageProcesses {
    /// The threads, by number and in a row.
    private var threads: [pid_t: ThreadProbe] = [:]
    private var probes: [ThreadProbe] = []
    private var processes: [ProcessProbe] = []
    /// The last process or thread that was made anywhere when the processes
    /// were looked for.
    private var lastMade = 0
    private let newest: CInt
    private var worker: ThreadProbe?
    private var hasLostThread = false
    /// The recorder's own threads that have been seen, and whether some of
    /// them were seen for the first time.
    private var known: Set<pid_t> = []
    private var hasNewcomers = false

    /// WebKit's processes, as the kernel cuts their names.
    private static let programs: Set<String> = ["WebKitWebProces", "WebKitNetworkPr"]
    /// WebKit's threads in the recorder's process that pass things on
    /// (Connection.cpp, WebsiteDataStore.cpp, DisplayVBlankMonitorThreaded.cpp).
    private static let messengers: Set<String> = ["ReceiveQueue", "ebsiteDataStore", "VBlankMonitor"]

    /// Finds out whether this kernel tells what is to be known of threads.
    ///
    /// - Throws: A missing component that says what to do.
    static func check() throws(PageError) {
        for file in ["stat", "schedstat", "children"] where access("/proc/thread-self/\(file)", R_OK) != 0 {
            throw PageError(
                .missingComponent,
                "This system does not tell when a page has come to rest (there is no /proc/thread-self/\(file), as in "
                    + "some containers), which a virtual clock needs. Record with --clock realtime.")
        }
    }

    /// Prepares to look; finds nothing yet.
    init() { newest = open("/proc/loadavg", O_RDONLY | O_CLOEXEC) }

    deinit { if newest >= 0 { close(newest) } }

    /// Looks at every thread once.
    ///
    /// - Returns: Whether all of them have slept since the look before this
    ///   one; then there was a moment at which all slept.
    func haveSlept() -> Bool {
        // Whoever was found working is looked at alone until it has slept.
        if let worker, worker.look() == .works { return false }
        worker = nil
        findWhatIsNew()
        var haveSlept = true
        for probe in probes {
            switch probe.look() {
            case .slept: break
            case .hasWorked: haveSlept = false
            case .gone:
                // Another may have been made in its place.
                haveSlept = false
                hasLostThread = true
            case .works:
                worker = probe
                return false
            }
        }
        if haveSlept && hasNewcomers {
            // By now they have their names.
            findThreads()
            return false
        }
        return haveSlept && !probes.isEmpty
    }

    /// Looks for processes if any was made on this machine, and for threads
    /// if a process has more or fewer of them.
    private func findWhatIsNew() {
        let made = lastProcess()
        var hasChanged = hasLostThread
        hasLostThread = false
        if made != lastMade || made == 0 {
            lastMade = made
            if findProcesses() { hasChanged = true }
        }
        if !hasChanged { hasChanged = processes.contains(where: \.hasOtherThreads) }
        if hasChanged { findThreads() }
    }

    /// The number of the process or thread that was made last (proc(5),
    /// loadavg's fifth field); 0 if it cannot be told.
    private func lastProcess() -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            guard let text = buffer.baseAddress else { return 0 }
            let count = pread(newest, text, buffer.count, 0)
            var number = 0
            var place = 0
            while place < count && text[place] != UInt8(ascii: "\n") {
                let byte = text[place]
                number = byte == UInt8(ascii: " ") ? 0 : number &* 10 &+ Int(byte)
                place += 1
            }
            return number
        }
    }

    /// - Returns: Whether there are others than before.
    private func findProcesses() -> Bool {
        let found = [getpid()] + Self.pageProcesses()
        guard found != processes.map(\.number) else { return false }
        processes = found.compactMap { number in
            processes.first { $0.number == number } ?? ProcessProbe(number: number)
        }
        return true
    }

    private func findThreads() {
        var found: [pid_t: ThreadProbe] = [:]
        hasNewcomers = false
        for process in processes {
            let numbers = Self.numbers(in: process.folder)
            process.note(numbers.count)
            for thread in numbers where process.number != getpid() || isOfInterest(thread, in: process) {
                found[thread] = threads[thread] ?? ThreadProbe(folder: "\(process.folder)/\(thread)")
            }
        }
        threads = found
        probes = Array(found.values)
    }

    /// Whether a thread of the recorder's own is the main one, a messenger,
    /// or so new that it may have no name of its own yet.
    private func isOfInterest(_ thread: pid_t, in process: ProcessProbe) -> Bool {
        let isNew = known.insert(thread).inserted
        if thread == process.number { return true }
        let name = Self.name(in: "\(process.folder)/\(thread)")
        if Self.messengers.contains(name) { return true }
        guard isNew, name == Self.name(in: process.folder + "/\(process.number)") else { return false }
        hasNewcomers = true
        return true
    }

    /// WebKit's processes below this one; between them are the sandbox's own,
    /// which have one thread each.
    ///
    /// WebKit starts processes on the main thread.
    private static func pageProcesses() -> [pid_t] {
        var found: [pid_t] = []
        var next = [getpid()]
        while let parent = next.popLast() {
            let children = text(of: "/proc/\(parent)/task/\(parent)/children").split(separator: " ")
            for child in children.compactMap({ pid_t($0) }) {
                if programs.contains(name(in: "/proc/\(child)")) { found.append(child) } else { next.append(child) }
            }
        }
        return found.sorted()
    }

    private static func name(in folder: String) -> String {
        String(text(of: folder + "/comm").prefix { $0 != "\n" })
    }

    private static func numbers(in folder: String) -> [pid_t] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var numbers: [pid_t] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = pid_t(name) { numbers.append(number) }
        }
        return numbers
    }

    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
