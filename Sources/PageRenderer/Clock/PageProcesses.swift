internal import EngineLink
internal import Glibc

/// The threads whose work can affect the page.
///
/// These are all threads of the page's and the network's processes and their children, and the
/// recorder's own threads that carry messages between them.
///
/// They form a closed system. A message on its way is either being handled, or waits in a socket
/// whose reader is about to run. So when all of these threads sleep at the same moment, nothing
/// happens until time advances, the network responds, or the recorder acts. One of them may sleep
/// and yet not be idle: the recorder's main thread, which waits for replies of the display server
/// in the middle of its work. So its loop must be waiting for events.
///
/// Used on one thread at a time.
final class PageProcesses {
    private var threads: [pid_t: ThreadState] = [:]
    /// The values of `threads` without `endless`, the last found working first: it is the most likely to
    /// work again.
    private var states: [ThreadState] = []
    /// CPU time of the watched processes and threads; not of those with a worker in `endless`.
    private var work: [ProcessorTime] = []
    /// The ID of the newest process or thread in the system when `threads` was read.
    private var lastMade = 0
    /// Threads of this process that have not named themselves yet, and may become messengers.
    private var nameless: [pid_t: ThreadState] = [:]
    /// Threads of this process that have run and have no name.
    private var anonymous: Set<pid_t> = []
    /// All processes of the system when `parents` was read.
    private var existing: Set<pid_t> = []
    /// The descendants of this process, each with its parent.
    private var parents: [pid_t: pid_t] = [:]
    private let newest: CInt
    private var worker: ThreadState?
    /// Workers that compute endlessly, by thread ID.
    private var endless: [pid_t: ThreadState] = [:]
    /// What each worker had done when a wait became a long one.
    private var firstTimes: [pid_t: ComputingTime] = [:]

    /// WebKit's processes, with names truncated by the kernel.
    private static let programs: Set<String> = ["WebKitWebProces", "WebKitNetworkPr"]
    /// WebKit's threads in the engine's process that forward messages (Connection.cpp,
    /// WebsiteDataStore.cpp, DisplayVBlankMonitorThreaded.cpp).
    private static let messengers: Set<String> = ["ReceiveQueue", "ebsiteDataStore", "VBlankMonitor"]

    /// Checks that this kernel reports the state and CPU time of threads.
    ///
    /// - Throws: `missingComponent`, with advice.
    static func check() throws(PageError) {
        var missing: String?
        for file in ["stat", "children"] where unsafe access("/proc/thread-self/\(file)", R_OK) != 0 {
            missing = "/proc/thread-self/\(file) is missing"
        }
        if ProcessorTime(ofProcess: 1).nanoseconds == nil { missing = "processes cannot read each other's CPU time" }
        guard let missing else { return }
        throw PageError(
            .missingComponent,
            "This system does not report when a page is idle (\(missing), as in some containers), which the "
                + "virtual clock needs. Record with --clock realtime.")
    }

    /// Prepares for checks; no thread is known yet.
    init() { newest = unsafe open("/proc/loadavg", O_RDONLY | O_CLOEXEC) }

    deinit { if newest >= 0 { close(newest) } }

    /// Checks the threads.
    ///
    /// Those that have run lately are checked first, then all. If all are found asleep, and none has had a turn since it
    /// was first seen asleep, all slept at the moment between the two checks: one that was ready to run then would still
    /// be ready, or have had its turn. No thread can be missed: only a running thread can create another.
    ///
    /// - Returns: Whether there was a moment at which all of them slept.
    func areAtRest() -> Bool {
        // A thread found running is checked alone until it sleeps.
        if let worker, worker.look() == .works { return false }
        worker = nil
        guard !states.isEmpty else {
            findThreads()
            return false
        }
        guard !findsWorker(where: { $0.isActive ? $0.lookFirst() : .sleeps }), MainLoop.isWaiting else { return false }
        guard !findsWorker(where: { $0.lookAgain() }), namelessThreadsHaveRun() else { return false }
        if lastMade == 0 || lastProcess() != lastMade {
            // On a busy machine others start threads all the time. If all of the page's threads were checked, the check
            // holds, unless one has worked meanwhile.
            guard !findThreads(), !findsWorker(where: { $0.lookAgain() }) else { return false }
        }
        for state in states { state.noteRest() }
        if endless.values.contains(where: { $0.look() != .works }) { readmit() }
        return true
    }

    /// Checks whether each new thread of this process has run, and so has a name if it wants one.
    ///
    /// A thread of WebKit names itself when it first runs. On a busy machine, that is long after it was created.
    private func namelessThreadsHaveRun() -> Bool {
        guard !nameless.isEmpty else { return true }
        // The thread that checks is working, of course.
        let caller = Self.callingThread
        for (thread, state) in nameless {
            guard thread == caller || state.look() != .works else { return false }
            nameless[thread] = nil
            if Self.messengers.contains(Self.name(in: state.folder)) {
                findThreads()
                return false
            }
            anonymous.insert(thread)
        }
        return true
    }

    /// Looks for a thread that works or has ended.
    ///
    /// A working one is checked alone from then on; after an end all threads are found anew.
    ///
    /// - Parameter look: Checks one.
    /// - Returns: Whether there is such a thread.
    private func findsWorker(where look: (ThreadState) -> ThreadState.Finding) -> Bool {
        for index in states.indices {
            switch look(states[index]) {
            case .sleeps: continue
            case .works:
                let state = states.remove(at: index)
                states.insert(state, at: 0)
                worker = state
            case .gone: findThreads()
            }
            return true
        }
        return false
    }

    /// Starts to measure the workers' CPU time when a wait becomes a long one.
    func beginMeasuring() { firstTimes = measure() }

    /// Ignores workers that have computed for this long since ``beginMeasuring()``, until they
    /// sleep.
    ///
    /// A thread that has often slept does not compute without end: it answers another that asks without end.
    ///
    /// - Parameter length: CPU time, so that a busy machine does not make the recorder give up on a
    ///   worker sooner.
    /// - Returns: Whether there are such workers.
    func leaveOutWorkers(computingFor length: Duration) -> Bool {
        var isFound = false
        for (thread, time) in measure() where time.isSteady(since: firstTimes[thread] ?? time, for: length) {
            endless[thread] = threads[thread]
            isFound = true
        }
        if isFound { findThreads() }
        return isFound
    }

    /// How long each watched thread has been ready to run without a processor.
    func processorDelays() -> [pid_t: Duration] {
        threads.compactMapValues(\.delay)
    }

    /// What each worker has done so far.
    ///
    /// Messengers only pass on what others ask without end.
    private func measure() -> [pid_t: ComputingTime] {
        var times: [pid_t: ComputingTime] = [:]
        for (thread, state) in threads where state.isWorker && endless[thread] == nil {
            guard !Self.messengers.contains(Self.name(in: state.folder)) else { continue }
            times[thread] = ComputingTime(folder: state.folder)
        }
        return times
    }

    /// Watches ignored threads again once they have stopped computing.
    private func readmit() {
        endless = endless.filter { $0.value.look() == .works }
        findThreads()
    }

    /// The CPU time of the known threads that still exist, in nanoseconds.
    ///
    /// The list is not refreshed while a thread works, so it may contain ended threads of the
    /// previous page.
    var knownWork: Int64 { work.reduce(0) { $0 &+ ($1.nanoseconds ?? 0) } }

    /// The ID of the newest process or thread (proc(5), fifth field of loadavg); 0 if unavailable.
    private func lastProcess() -> Int {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            guard let text = buffer.baseAddress else { return 0 }
            let count = unsafe pread(newest, text, buffer.count, 0)
            var number = 0
            var place = 0
            while unsafe place < count && text[place] != UInt8(ascii: "\n") {
                let digit = unsafe text[place]
                number = digit == UInt8(ascii: " ") ? 0 : number &* 10 &+ Int(digit)
                place += 1
            }
            return number
        }
    }

    /// Finds the threads anew.
    ///
    /// - Returns: Whether there are others than before.
    @discardableResult
    private func findThreads() -> Bool {
        let known = Set(threads.keys)
        let hadNameless = Set(nameless.keys)
        lastMade = lastProcess()
        worker = nil
        work = []
        var found: Set<pid_t> = []
        let own = getpid()
        func look(at process: pid_t, where isWanted: (String) -> Bool) {
            for thread in ProcessTree.threads(of: process) {
                let folder = "/proc/\(process)/task/\(thread)"
                guard thread == process || isWanted(folder) else { continue }
                found.insert(thread)
                if threads[thread] == nil {
                    threads[thread] = ThreadState(folder: folder, isWorker: process != own && thread != process)
                }
                if process == own { work.append(ProcessorTime(ofThread: thread)) }
            }
        }
        let ownName = Self.name(in: "/proc/\(own)")
        nameless = [:]
        var unnamed: Set<pid_t> = []
        look(at: own) { folder in
            let name = Self.name(in: folder)
            if name == ownName, let thread = pid_t(folder.split(separator: "/").last ?? "") {
                unnamed.insert(thread)
                if !anonymous.contains(thread) { nameless[thread] = ThreadState(folder: folder, isWorker: false) }
            }
            return Self.messengers.contains(name)
        }
        anonymous.formIntersection(unnamed)
        for process in findProcesses() {
            look(at: process) { _ in true }
            let hasEndless = endless.values.contains { $0.folder.hasPrefix("/proc/\(process)/task/") }
            if !hasEndless { work.append(ProcessorTime(ofProcess: process)) }
        }
        for thread in threads.keys where !found.contains(thread) { threads[thread] = nil }
        for thread in endless.keys where !found.contains(thread) { endless[thread] = nil }
        // New ones last.
        let order = Dictionary(uniqueKeysWithValues: states.enumerated().map { (ObjectIdentifier($1), $0) })
        func place(of state: ThreadState) -> Int { order[ObjectIdentifier(state)] ?? order.count }
        states = threads.filter { endless[$0.key] == nil }.map(\.value).sorted { place(of: $0) < place(of: $1) }
        return found != known || Set(nameless.keys) != hadNameless
    }

    /// Returns the page's and the network's processes, and their descendants.
    ///
    /// All threads of a process must be asked for its children, which takes long in a page with a thousand
    /// threads. So they are asked only after some process of the system began or ended.
    private func findProcesses() -> [pid_t] {
        let all = Set(ProcessTree.processes)
        if all != existing {
            existing = all
            parents = ProcessTree.parents(below: getpid())
        }
        // A process gets its name only when it runs its program.
        let ofEngine = Set(parents.keys.filter(Self.isOfEngine))
        // Programs that the engine's processes start also work for the page, such as GStreamer's
        // plugin scanner.
        let helpers = parents.keys.filter { process in
            guard !ofEngine.contains(process) else { return false }
            var parent = parents[process]
            while let next = parent, !ofEngine.contains(next) { parent = parents[next] }
            return parent != nil && Self.isAlive(process)
        }
        return ofEngine + helpers
    }

    /// Whether a process or any of its threads is still running.
    private static func isAlive(_ process: pid_t) -> Bool {
        ThreadState(folder: "/proc/\(process)/task/\(process)", isWorker: false).map { $0.look() != .gone } ?? false
    }

    /// WebKit's own descendants of this process.
    static func ofEngine() -> [pid_t] { ProcessTree.parents(below: getpid()).keys.filter(isOfEngine) }

    private static func isOfEngine(_ process: pid_t) -> Bool { programs.contains(name(in: "/proc/\(process)")) }

    /// The ID of the calling thread (proc(5)); `nil` if it is unavailable.
    private static var callingThread: pid_t? {
        ProcessFile.text(of: "/proc/thread-self/stat").split(separator: " ").first.flatMap { pid_t($0) }
    }

    private static func name(in folder: String) -> String {
        String(ProcessFile.text(of: folder + "/comm").prefix { $0 != "\n" })
    }
}
