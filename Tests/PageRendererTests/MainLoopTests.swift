import Dispatch
import EngineLink
import XCTest

@testable import PageRenderer

/// Tests Swift's main actor on GLib's loop.
final class MainLoopTests: XCTestCase {
    private struct Refusal: Error, Equatable { let number: Int }

    func testReturnsWhatTheBodyReturns() {
        XCTAssertEqual(MainLoop.run { 7 }, 7)
        XCTAssertEqual(MainLoop.run { "again" }, "again")
        let nothing: Int? = MainLoop.run { nil }
        XCTAssertNil(nothing)
    }

    func testRethrowsWhatTheBodyThrowsWithItsType() {
        do throws(Refusal) {
            try MainLoop.run { () throws(Refusal) in throw Refusal(number: 3) }
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.number, 3)
        }
    }

    func testStaysOnTheMainThreadAcrossSuspensions() {
        let places = MainLoop.run {
            var places = [Thread.isMainThread]
            await Task.yield()
            places.append(Thread.isMainThread)
            _ = await Task.detached { 1 }.value
            places.append(Thread.isMainThread)
            return places
        }
        XCTAssertEqual(places, [true, true, true])
    }

    func testRunsTasksOfTheMainActorInOrder() {
        let order = MainLoop.run {
            var order: [Int] = []
            let tasks = (0..<100).map { number in Task { order.append(number) } }
            for task in tasks { await task.value }
            return order
        }
        XCTAssertEqual(order, Array(0..<100))
    }

    func testRunsTimersOfTheMainQueueOnTheMainThread() throws {
        let wasMain = MainLoop.run {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) {
                    continuation.resume(returning: Thread.isMainThread)
                }
            }
        }
        XCTAssertTrue(wasMain)
        let ticks = MainLoop.run { await Ticks(count: 5).all() }
        XCTAssertEqual(ticks, [true, true, true, true, true])
    }

    func testRunsWorkThatWasQueuedBeforeTheLoop() {
        let box = Box()
        DispatchQueue.main.async { MainActor.assumeIsolated { box.isFull = true } }
        XCTAssertTrue(MainLoop.run { box.isFull })
    }

    @MainActor
    private final class Box {
        nonisolated init() {}
        var isFull = false
    }

    /// Counts some ticks of a repeating timer.
    @MainActor
    private final class Ticks {
        private let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        private let count: Int
        private var seen: [Bool] = []
        private var whenDone: CheckedContinuation<[Bool], Never>?

        init(count: Int) { self.count = count }

        func all() async -> [Bool] {
            await withCheckedContinuation { continuation in
                whenDone = continuation
                timer.setEventHandler { [self] in MainActor.assumeIsolated { tick() } }
                timer.schedule(deadline: .now(), repeating: .milliseconds(1))
                timer.activate()
            }
        }

        private func tick() {
            guard seen.count < count else { return }
            seen.append(Thread.isMainThread)
            guard seen.count == count else { return }
            timer.cancel()
            whenDone?.resume(returning: seen)
        }
    }
}
