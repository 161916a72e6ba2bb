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
    private var threads: [pid_t: ThreadProbe] = [:]
    /// The same, in a row.
    private var probes: [ThreadProbe] = []
    /// The last process or thread that was made anywhere when `threads` was
    /// read.
    private var lastMade = 0
    private let newest: CInt
    private var worker: ThreadProbe?

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
        let made = lastProcess()
        if made != lastMade || made == 0 {
            lastMade = made
            findThreads()
        }
        // Whoever was found working is looked at alone until it has slept.
        if let worker, worker.look() == .works { return false }
        worker = nil
        var haveSlept = true
        var areThere = true
        for probe in probes {
            switch probe.look() {
            case .slept: break
            case .hasWorked: haveSlept = false
            case .works:
                worker = probe
                return false
            case .gone: areThere = false
            }
        }
        if !areThere { findThreads() }
        return haveSlept && !probes.isEmpty
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
                let digit = text[place]
                number = digit == UInt8(ascii: " ") ? 0 : number &* 10 &+ Int(digit)
                place += 1
            }
            return number
        }
    }

    private func findThreads() {
        var found: Set<pid_t> = []
        func look(at process: pid_t, where isWanted: (String) -> Bool) {
            for thread in Self.numbers(in: "/proc/\(process)/task") {
                let folder = "/proc/\(process)/task/\(thread)"
                guard thread == process || isWanted(folder) else { continue }
                found.insert(thread)
                if threads[thread] == nil { threads[thread] = ThreadProbe(folder: folder) }
            }
        }
        let own = getpid()
        look(at: own) { Self.messengers.contains(Self.name(in: $0)) }
        for process in Self.descendants(of: own) where Self.programs.contains(Self.name(in: "/proc/\(process)")) {
            look(at: process) { _ in true }
        }
        for thread in threads.keys where !found.contains(thread) { threads[thread] = nil }
        probes = Array(threads.values)
    }

    /// Every process below one, the sandbox's own among them.
    private static func descendants(of process: pid_t) -> [pid_t] {
        var all: [pid_t] = []
        var next = [process]
        while let parent = next.popLast() {
            for thread in numbers(in: "/proc/\(parent)/task") {
                let children = text(of: "/proc/\(parent)/task/\(thread)/children")
                    .split(separator: " ").compactMap { pid_t($0) }
                all += children
                next += children
            }
        }
        return all
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
