import Dispatch
import EngineLink
import Foundation
import Glibc
import Synchronization
import Testing

@testable import PageRenderer

@Suite("How long a page is waited for")
struct WaitingTimeTests {
    private let begin = SuspendingClock.now

    /// Looks every tenth of a second, and returns when a limit of ten seconds is exceeded, in tenths of a second.
    private func end(delays: (Int) -> [pid_t: Int]) -> Int? {
        var waiting = WaitingTime(at: begin)
        return (0..<1000).first { tenth in
            waiting.exceeds(.seconds(10), at: begin.advanced(by: .milliseconds(tenth * 100))) {
                delays(tenth).mapValues { .milliseconds($0 * 100) }
            }
        }
    }

    @Test("A page with a processor has the limit, whatever its threads waited before")
    func ownProcessor() {
        #expect(end { _ in [:] } == 101)
        #expect(end { _ in [1: 5000] } == 101)
    }

    @Test("The time without a processor does not count, for the thread that had to wait longest")
    func busyMachine() {
        // From the sixth tenth on: three of four tenths without a processor, and one of two.
        #expect(end { [1: $0 * 3 / 4, 2: $0 / 2] } == 385)
        #expect(end { [1: $0 / 2, 2: 7] } == 195)
    }

    @Test("A thread that began during the wait counts too")
    func newThread() {
        #expect(end { $0 < 50 ? [1: 0] : [1: 0, 2: 30] } == 131)
    }

    @Test("Every wait ends at four times the limit")
    func longest() {
        #expect(end { [1: $0] } == 400)
    }

    @Test("The kernel's figures of a thread that sleeps")
    func kernel() throws {
        let sleeper = SleepingThread()
        defer { sleeper.end() }
        let state = try #require(ThreadState(folder: sleeper.folder, isWorker: false))
        while state.look() == .works { sched_yield() }
        let time = try #require(ScheduledTime(folder: sleeper.folder))
        let figures = ProcessFile.text(of: sleeper.folder + "/schedstat").split { $0 == " " || $0 == "\n" }
        #expect([time.nanoseconds, time.delay, time.turns] == figures.map { Int64($0) })
    }

    /// On a virtual machine, a turn takes no CPU time now and then, according to the kernel.
    @Test("Each turn of a thread is noticed, however short")
    func turns() throws {
        let sleeper = SleepingThread()
        defer { sleeper.end() }
        let state = try #require(ThreadState(folder: sleeper.folder, isWorker: false))
        var counts = (still: 0, noticed: 0, sleeps: 0)
        for _ in 0..<Self.turns {
            while state.lookFirst() == .works { sched_yield() }
            if state.lookAgain() == .sleeps { counts.still += 1 }
            let sleeps = try #require(ThreadState.sleeps(in: sleeper.folder))
            sleeper.wake()
            while state.look() == .works { sched_yield() }
            if state.lookAgain() == .works { counts.noticed += 1 }
            if ThreadState.sleeps(in: sleeper.folder) ?? 0 > sleeps { counts.sleeps += 1 }
        }
        #expect(counts == (Self.turns, Self.turns, Self.turns))
    }

    @Test("A thread that is ready to run and has no processor does not sleep")
    func ready() throws {
        let sleeper = SleepingThread(isPolite: true)
        let busy = BusyThreads()
        defer {
            busy.end()
            sleeper.end()
        }
        let state = try #require(ThreadState(folder: sleeper.folder, isWorker: false))
        var ready = 0
        for _ in 0..<Self.turns {
            repeat { while state.lookFirst() != .sleeps { sched_yield() } } while state.lookAgain() != .sleeps
            sleeper.startWaking()
            for _ in 0..<5 {
                #expect(state.lookAgain() == .works)
                if ThreadState.letter(in: sleeper.folder) == "R" { ready += 1 }
            }
            sleeper.finishWaking()
        }
        #expect(ready > 0)
    }

    /// It has the letter of a sleeping thread already, and if it is woken then, it goes on in the same turn.
    @Test("A thread that is about to sleep does not sleep yet")
    func almostAsleep() throws {
        let sleeper = SleepingThread()
        defer { sleeper.end() }
        let state = try #require(ThreadState(folder: sleeper.folder, isWorker: false))
        var counts = (asleep: 0, missed: 0)
        for round in 0..<30_000 {
            // Another moment of its way to sleep each time.
            sleeper.delay.count = round % 2048
            sleeper.startWaking()
            sleeper.watchWaking()
            guard state.lookFirst() == .sleeps else { continue }
            counts.asleep += 1
            sleeper.startWaking()
            sleeper.watchWaking()
            while state.look() == .works { sched_yield() }
            if state.lookAgain() != .works { counts.missed += 1 }
        }
        #expect(counts.asleep > 0 && counts.missed == 0, "\(counts)")
    }

    /// Few, because each may have to wait for a processor.
    private static let turns = 20
}

/// A thread that sleeps, except when it is woken.
private final class SleepingThread {
    /// The thread's files (proc(5)).
    let folder: String
    /// How long it works before it sleeps again.
    let delay = Delay()
    private let woken = DispatchSemaphore(value: 0)
    private let answered = DispatchSemaphore(value: 0)
    private let thread: Thread

    /// Starts the thread.
    ///
    /// - Parameter isPolite: Whether it lets all other threads go first.
    init(isPolite: Bool = false) {
        let file = Mutex("")
        thread = Thread { [woken, answered, delay] in
            // Of the calling thread only. It then runs when no other thread wants to (sched(7)). The constant of this
            // policy, SCHED_IDLE in linux/sched.h, is not imported.
            var parameters = sched_param()
            if isPolite { unsafe sched_setscheduler(0, 5, &parameters) }
            file.withLock { $0 = ProcessFile.text(of: "/proc/thread-self/stat") }
            repeat {
                answered.signal()
                for _ in 0..<delay.count {}
                woken.wait()
            } while !Thread.current.isCancelled
        }
        thread.start()
        answered.wait()
        folder = "/proc/self/task/\(file.withLock { $0.prefix { $0 != " " } })"
    }

    /// Gives the thread a turn, which has begun when this method returns.
    func wake() {
        startWaking()
        finishWaking()
    }

    /// Makes the thread ready for a turn.
    func startWaking() { woken.signal() }

    /// Waits until the turn has begun.
    func finishWaking() { answered.wait() }

    /// Waits until the turn has begun, and keeps its processor.
    func watchWaking() { while answered.wait(timeout: .now()) == .timedOut {} }

    /// Ends the thread.
    func end() {
        thread.cancel()
        woken.signal()
    }
}

/// A short time that a thread works.
private final class Delay: Sendable {
    private let steps = Atomic(0)

    /// In steps of a few nanoseconds.
    var count: Int {
        get { steps.load(ordering: .relaxed) }
        set { steps.store(newValue, ordering: .relaxed) }
    }
}

/// Threads that compute on all processors until they are ended.
private final class BusyThreads: Sendable {
    // Not a mutex: threads that wait for it leave their processors.
    private let areRunning = Atomic(true)

    /// Starts the threads, which then run.
    init() {
        let begun = DispatchSemaphore(value: 0)
        let count = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<count {
            Thread { [self] in
                begun.signal()
                while areRunning.load(ordering: .relaxed) {}
            }.start()
        }
        for _ in 0..<count { begun.wait() }
    }

    /// Ends the threads.
    func end() { areRunning.store(false, ordering: .relaxed) }
}

extension ThreadState {
    /// The kernel's letter for a thread's state.
    fileprivate static func letter(in folder: String) -> Character? {
        ProcessFile.text(of: folder + "/stat").split(separator: ")").last?.dropFirst().first
    }
}
