import EngineLink
import Foundation
import Testing

@testable import pagereel_engine

@Suite("Self-test evaluation")
struct EngineVerdictTests {
    private static let times = (0..<10).map { Double($0) * 1000 / 30 }

    /// A picture that shows a time in milliseconds, with an origin that the engine rounded down.
    private static func reading(of time: Double, cut: Double = 0) -> BarCodeReading {
        let shown = (time + cut + 1e-6).rounded(.down)
        func calls(each interval: Double) -> Double {
            let count = ((time + 1e-6) / interval).rounded(.down)
            return count * 4096 + count * interval
        }
        return BarCodeReading([
            .script: shown, .date: shown, .frame: shown, .timers: calls(each: 10), .worker: calls(each: 7),
            .transform: time / 2, .left: (time / 2).rounded(), .mark: 0x5a3c96,
        ])
    }

    private func verdict(_ change: (Int, BarCodeReading) -> BarCodeReading?) -> EngineVerdict {
        EngineVerdict(Self.times.enumerated().map { change($0, Self.reading(of: $1)) }, at: Self.times)
    }

    @Test("Every source at every frame's time is exact", arguments: [0, 0.4, 0.999])
    func exact(cut: Double) {
        let verdict = EngineVerdict(Self.times.map { Self.reading(of: $0, cut: cut) }, at: Self.times)
        #expect(verdict.isExact && verdict.fault == nil && !verdict.isLate)
        #expect(verdict.sources.map(\.exact) == Array(repeating: 10, count: ClockSource.allCases.count))
    }

    @Test("Timers that the engine sets to multiples of 4 ms are exact; later ones are not")
    func alignment() {
        func verdict(_ interval: Double) -> EngineVerdict {
            self.verdict { place, reading in
                let count = ((Self.times[place] + 1e-6) / interval).rounded(.down)
                return BarCodeReading(reading.values.merging([.timers: count * 4096 + count * interval]) { $1 })
            }
        }
        #expect(verdict(12).isExact)
        #expect(verdict(16).sources.first { $0.source == .timers }?.isExact == false)
        #expect(verdict(5).sources.first { $0.source == .timers }?.isExact == false)
    }

    @Test("Only pictures of the previous frame count as late")
    func late() {
        let late = EngineVerdict(([0] + Self.times.dropLast()).map { Self.reading(of: $0) }, at: Self.times)
        #expect(late.isLate && !late.isExact && late.fault?.contains("the frame before its own") == true)
        let later = EngineVerdict(([0, 0] + Self.times.dropLast(2)).map { Self.reading(of: $0) }, at: Self.times)
        #expect(!later.isLate && !later.isExact)
    }

    @Test("A failing source is named with its first wrong frame")
    func oneSource() throws {
        let verdict = verdict { place, reading in
            place < 4 ? reading : BarCodeReading(reading.values.merging([.worker: 0]) { $1 })
        }
        let worker = try #require(verdict.sources.first { $0.source == .worker })
        #expect(worker.exact == 4 && worker.frames == 10)
        let fault = try #require(verdict.fault)
        #expect(fault.contains("worker in 6 of 10") && fault.contains("frame 4, at 133.3 ms") && !verdict.isLate)
    }

    @Test("A lost static mark is reported; missing pictures count as wrong")
    func lost() {
        let lost = verdict { place, reading in
            place == 0 ? reading : BarCodeReading(reading.values.filter { $0.key != .mark })
        }
        #expect(lost.fault?.contains("what does not change is lost") == true)
        let missing = verdict { place, reading in place == 9 ? nil : reading }
        #expect(missing.sources.allSatisfy { $0.exact == 9 } && missing.fault != nil)
    }

    @Test("A verdict survives encoding")
    func coding() throws {
        for verdict in [verdict { place, reading in place == 3 ? nil : reading }, EngineVerdict(.restless)] {
            let copy = try JSONDecoder().decode(EngineVerdict.self, from: JSONEncoder().encode(verdict))
            #expect(copy.fault == verdict.fault && copy.numbers == verdict.numbers && !copy.isExact)
        }
    }
}
