import EngineLink
import Testing

@Suite("Page instants")
struct PageInstantTests {
    @Test("Instants are exact to the nanosecond after ten hours")
    func exact() {
        let start = PageInstant(microseconds: 5_000_000_000_000)
        let step = Duration.nanoseconds(33_366_666)
        var instant = start
        for _ in 0..<1_078_921 { instant = instant.advanced(by: step) }
        #expect(start.duration(to: instant) == step * 1_078_921)
        #expect(instant.duration(to: start) == .zero - step * 1_078_921)
        #expect(start < instant)
    }

    @Test(
        "Instants are rounded down to microseconds",
        arguments: [(0, 7), (1, 7), (999, 7), (1000, 8), (-1, 6), (-1000, 6), (-8001, -2)])
    func microseconds(nanoseconds: Int, expected: Int64) {
        let instant = PageInstant(microseconds: 7).advanced(by: .nanoseconds(nanoseconds))
        #expect(instant.microseconds == expected)
    }
}
