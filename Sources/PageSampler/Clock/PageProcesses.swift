internal import EngineLink
internal import Glibc

/// The threads whose work can affect the page.
///
/// These are all threads of the page's and the network's processes and their children, and the
/// recorder's own threads that carry messages between them.
///
/// They form a closed system. A message on its way is either being handled, or waits in a socket
/// whose reader is about to run. So when all of these threads sleep at the same moment, nothing
/// happens until time advances, the network responds, or the recorder acts.
///
/// Used on one thread at a time.
final class PageProcesses {
    private var threads: [pid_t: ThreadState] = [:]
    /// The same, in a row.
    private var states: [ThreadState] = []
    /// What all of them together have worked.
    private var work: [ProcessorTime] = []
    /// The last process or thread that was made anywhere when `threads` was
    /// read.
    private var lastMade = 0
    private let newest: CInt
    private var worker: ThreadState?
    /// Workers that compute without end, by their threads.
    private var endless: [pid_t: ThreadState] = [:]
    /// The same as `work` for each other thread of a process with such a worker.
    private var workBeside: [ScheduledTime] = []
    /// How long each worker had been on the processors when a wait began to be
    /// a long one, in nanoseconds.
    private var firstTimes: [pid_t: Int64] = [:]

    /// WebKit's processes, as the kernel cuts their names.
    private static let programs: Set<String> = ["WebKitWebProces", "WebKitNetworkPr"]
    /// WebKit's threads in the engine's process that pass things on
    /// (Connection.cpp, WebsiteDataStore.cpp, DisplayVBlankMonitorThreaded.cpp).
    private static let messengers: Set<String> = ["ReceiveQueue", "ebsiteDataStore", "VBlankMonitor"]

    /// Finds out whether this kernel tells what is to be known of threads.
    ///
    /// - Throws: A missing component that says what to do.
    static func check() throws(PageError) {
        var missing: String?
        for file in ["stat", "children"] where access("/proc/thread-self/\(file)", R_OK) != 0 {
            missing = "there is no /proc/thread-self/\(file)"
        }
        if ProcessorTime(ofProcess: 1).nanoseconds == nil { missing = "processes do not see each other's time" }
        guard let missing else { return }
        throw PageError(
            .missingComponent,
            "This system does not tell when a page has come to rest (\(missing), as in some containers), which a "
                + "virtual clock needs. Record with --clock realtime.")
    }

    /// Prepares to look; finds nothing yet.
    init() { newest = open("/proc/loadavg", O_RDONLY | O_CLOEXEC) }

    deinit { if newest >= 0 { close(newest) } }

    /// Looks at every thread once.
    ///
    /// All that are found asleep slept from the look's beginning on: one that
    /// was awake then, and fell asleep before it was looked at, has worked
    /// meanwhile. No thread can have been missed: to make one another must
    /// have been awake.
    ///
    /// - Returns: Whether there was a moment at which all of them slept.
    func areAtRest() -> Bool {
        // Whoever was found working is looked at alone until it sleeps.
        if let worker, worker.look() == .works { return false }
        worker = nil
        guard let before = workDone else {
            findThreads()
            return false
        }
        for state in states {
            switch state.look() {
            case .sleeps: break
            case .works:
                worker = state
                return false
            case .gone:
                findThreads()
                return false
            }
        }
        guard workDone == before else { return false }
        guard lastMade != 0, lastProcess() == lastMade else {
            findThreads()
            return false
        }
        if endless.values.contains(where: { $0.look() != .works }) { readmit() }
        return true
    }

    /// Begins to measure how long workers compute in a wait that is a long
    /// one.
    func beginMeasuring() { firstTimes = measure() }

    /// Leaves those workers out of the look for rest that have computed for a
    /// length since ``beginMeasuring()``, until they sleep.
    ///
    /// - Parameter length: On the processors, so that on a busy machine a
    ///   worker is not given up sooner.
    /// - Returns: Whether there are any.
    func leaveOutWorkers(computingFor length: Duration) -> Bool {
        var isFound = false
        for (thread, time) in measure() where .nanoseconds(time - (firstTimes[thread] ?? time)) >= length {
            endless[thread] = threads[thread]
            isFound = true
        }
        if isFound { findThreads() }
        return isFound
    }

    /// How long each worker has been on the processors, in nanoseconds.
    private func measure() -> [pid_t: Int64] {
        var times: [pid_t: Int64] = [:]
        for (thread, state) in threads where state.isWorker && endless[thread] == nil {
            times[thread] = ScheduledTime(folder: state.folder)?.nanoseconds
        }
        return times
    }

    /// Readmits threads that were left out for computing endlessly and have stopped.
    private func readmit() {
        endless = endless.filter { $0.value.look() == .works }
        findThreads()
    }

    /// What all have worked, in nanoseconds; `nil` if one is gone or none
    /// is known.
    private var workDone: Int64? {
        guard !work.isEmpty || !workBeside.isEmpty else { return nil }
        var sum: Int64 = 0
        for time in work {
            guard let nanoseconds = time.nanoseconds else { return nil }
            sum &+= nanoseconds
        }
        for time in workBeside {
            guard let work = time.work else { return nil }
            sum &+= work
        }
        return sum
    }

    /// The CPU time of the known threads that still exist, in nanoseconds.
    ///
    /// The list is not refreshed while a thread works, so it may contain ended threads of the
    /// previous page.
    var knownWork: Int64 { work.reduce(0) { $0 &+ ($1.nanoseconds ?? 0) } }

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
        lastMade = lastProcess()
        worker = nil
        work = []
        workBeside = []
        var found: Set<pid_t> = []
        let own = getpid()
        func look(at process: pid_t, where isWanted: (String) -> Bool) {
            for thread in Self.numbers(in: "/proc/\(process)/task") {
                let folder = "/proc/\(process)/task/\(thread)"
                guard thread == process || isWanted(folder) else { continue }
                found.insert(thread)
                if threads[thread] == nil {
                    threads[thread] = ThreadState(folder: folder, isWorker: process != own && thread != process)
                }
                if process == own { work.append(ProcessorTime(ofThread: thread)) }
            }
        }
        look(at: own) { Self.messengers.contains(Self.name(in: $0)) }
        let ofEngine = Self.ofEngine()
        // What the engine's processes have started themselves works for the
        // page, as the program does that looks through GStreamer's plugins.
        let helpers = ofEngine.flatMap(Self.descendants).filter { !ofEngine.contains($0) && Self.isAlive($0) }
        for process in ofEngine + helpers {
            look(at: process) { _ in true }
            addWork(of: process)
        }
        for thread in threads.keys where !found.contains(thread) { threads[thread] = nil }
        for thread in endless.keys where !found.contains(thread) { endless[thread] = nil }
        states = threads.filter { endless[$0.key] == nil }.map(\.value)
    }

    private func addWork(of process: pid_t) {
        let folder = "/proc/\(process)/task"
        guard endless.values.contains(where: { $0.folder.hasPrefix(folder + "/") }) else {
            work.append(ProcessorTime(ofProcess: process))
            return
        }
        for thread in Self.numbers(in: folder) where endless[thread] == nil {
            if let time = ScheduledTime(folder: "\(folder)/\(thread)") { workBeside.append(time) }
        }
    }

    /// Whether a process has not ended, or has threads that have not.
    private static func isAlive(_ process: pid_t) -> Bool {
        ThreadState(folder: "/proc/\(process)/task/\(process)", isWorker: false).map { $0.look() != .gone } ?? false
    }

    /// WebKit's own processes below this one.
    static func ofEngine() -> [pid_t] {
        descendants(of: getpid()).filter { programs.contains(name(in: "/proc/\($0)")) }
    }

    /// Kills every process below this one, also those that are stopped.
    ///
    /// - Parameter process: A child that is spared.
    static func killDescendants(except process: pid_t?) {
        for descendant in descendants(of: getpid()) where descendant != process { kill(descendant, SIGKILL) }
    }

    /// Every process below one, the sandbox's own among them.
    private static func descendants(of process: pid_t) -> [pid_t] {
        var all: [pid_t] = []
        var next = [process]
        while let parent = next.popLast() {
            for thread in numbers(in: "/proc/\(parent)/task") {
                let children = ProcessFile.text(of: "/proc/\(parent)/task/\(thread)/children")
                    .split(separator: " ").compactMap { pid_t($0) }
                all += children
                next += children
            }
        }
        return all
    }

    private static func name(in folder: String) -> String {
        String(ProcessFile.text(of: folder + "/comm").prefix { $0 != "\n" })
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
}
