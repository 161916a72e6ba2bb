import EngineLink
import Testing

@testable import PageRenderer

@Suite("A main thread outside its event loop")
struct MainThreadAbsenceTests {
    private let begin = SuspendingClock.now
    private let time = PageInstant(microseconds: 1_000_000)

    /// Looks once per millisecond of real time, and returns when only time can end the wait, in milliseconds.
    private func needsTime(
        _ absence: inout MainThreadAbsence, at time: PageInstant, in milliseconds: Range<Int>,
        work: (Int) -> Int = { _ in 0 }
    ) -> Int? {
        milliseconds.first { moment in
            absence.needsTime(
                at: time, seenAt: begin.advanced(by: .milliseconds(moment)), work: .milliseconds(work(moment)))
        }
    }

    @Test("It needs time after 0.2 s without work, and after less from then on")
    func steps() {
        var absence = MainThreadAbsence()
        #expect(needsTime(&absence, at: time, in: 0..<1000) == 200)
        #expect(needsTime(&absence, at: time, in: 201..<1000) == 201)
        let next = time.advanced(by: .milliseconds(1))
        #expect(needsTime(&absence, at: next, in: 202..<1000) == 221)
    }

    @Test("Work makes the wait begin anew")
    func work() {
        var absence = MainThreadAbsence()
        #expect(needsTime(&absence, at: time, in: 0..<1000) { $0 < 150 ? 0 : 400 } == 350)
        #expect(needsTime(&absence, at: time, in: 351..<1000) { $0 < 400 ? 400 : 500 } == 351)
        #expect(needsTime(&absence, at: time, in: 400..<1000) { _ in 500 } == 420)
    }

    @Test("What was not looked at does not count as idle")
    func intervals() {
        var absence = MainThreadAbsence()
        let looks = (0...100).map { begin.advanced(by: .seconds($0)) }
        let first = looks.firstIndex { absence.needsTime(at: time, seenAt: $0, work: .zero) }
        #expect(first == 40)
    }
}
