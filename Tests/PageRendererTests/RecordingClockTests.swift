import EngineLink
import PageRenderer
import Testing

@Suite("A recording's time")
struct RecordingClockTests {
    private let start = PageInstant.realNow

    private func after(_ seconds: Double) -> PageInstant { start.advanced(by: .seconds(seconds)) }

    @Test("Time runs from the start and is never negative")
    func running() {
        let clock = RecordingClock(start: start)
        #expect(clock.isRunning)
        #expect(clock.time(at: start) == .zero)
        #expect(clock.time(at: after(1.5)) == RecordingTime(.seconds(1.5)))
        #expect(clock.time(at: after(-3)) == .zero)
    }

    @Test("Time stands still during a pause")
    func pause() {
        var clock = RecordingClock(start: start)
        clock.pause(at: after(2))
        #expect(!clock.isRunning)
        #expect(clock.time(at: after(2)) == RecordingTime(.seconds(2)))
        #expect(clock.time(at: after(3_600)) == RecordingTime(.seconds(2)))
        #expect(clock.time(at: after(1)) == RecordingTime(.seconds(2)))
    }

    @Test("Pauses are excluded")
    func resume() {
        var clock = RecordingClock(start: start)
        clock.pause(at: after(2))
        clock.resume(at: after(5))
        #expect(clock.isRunning)
        #expect(clock.time(at: after(5)) == RecordingTime(.seconds(2)))
        #expect(clock.time(at: after(6)) == RecordingTime(.seconds(3)))
        clock.pause(at: after(7))
        clock.resume(at: after(17))
        #expect(clock.time(at: after(18)) == RecordingTime(.seconds(5)))
    }

    @Test("Redundant pauses and resumes are ignored")
    func repeated() {
        var clock = RecordingClock(start: start)
        clock.resume(at: after(1))
        #expect(clock.time(at: after(2)) == RecordingTime(.seconds(2)))
        clock.pause(at: after(2))
        clock.pause(at: after(4))
        #expect(clock.time(at: after(5)) == RecordingTime(.seconds(2)))
        clock.resume(at: after(6))
        clock.resume(at: after(9))
        #expect(clock.time(at: after(9)) == RecordingTime(.seconds(5)))
    }

    @Test("A pause before the start delays time 0")
    func pausedBeforeStart() {
        var clock = RecordingClock(start: start)
        clock.pause(at: after(-1))
        clock.resume(at: after(1))
        #expect(clock.time(at: after(3)) == RecordingTime(.seconds(2)))
    }

    @Test("The instant of a time is known except during a pause")
    func instants() {
        var clock = RecordingClock(start: start)
        #expect(clock.instant(of: RecordingTime(.seconds(4))) == after(4))
        clock.pause(at: after(1))
        #expect(clock.instant(of: RecordingTime(.seconds(4))) == nil)
        clock.resume(at: after(11))
        #expect(clock.instant(of: RecordingTime(.seconds(4))) == after(14))
        #expect(clock.instant(of: .zero) == after(10))
    }

    @Test("Thousands of pauses cause no rounding errors")
    func exact() {
        var clock = RecordingClock(start: start)
        let step = Duration.nanoseconds(333_333_333)
        var now = start
        for _ in 0..<10_000 {
            now = now.advanced(by: step)
            clock.pause(at: now)
            now = now.advanced(by: .nanoseconds(1))
            clock.resume(at: now)
        }
        #expect(clock.time(at: now) == RecordingTime(step * 10_000))
    }
}
