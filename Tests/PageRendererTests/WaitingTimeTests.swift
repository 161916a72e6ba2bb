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
        let thread = Mutex("")
        let began = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            thread.withLock { $0 = ProcessFile.text(of: "/proc/thread-self/stat") }
            began.signal()
            end.wait()
        }
        began.wait()
        defer { end.signal() }
        let number = try #require(thread.withLock(\.self).split(separator: " ").first)
        let folder = "/proc/self/task/\(number)"
        let state = try #require(ThreadState(folder: folder, isWorker: false))
        while state.look() == .works { sched_yield() }
        let time = try #require(ScheduledTime(folder: folder))
        let figures = ProcessFile.text(of: folder + "/schedstat").split { $0 == " " || $0 == "\n" }
        #expect([time.nanoseconds, time.delay] == figures.prefix(2).map { Int64($0) })
    }
}
