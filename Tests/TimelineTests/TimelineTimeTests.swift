import Frames
import Testing

@testable import Timeline

/// Parsing of times and lengths in descriptions.
@Suite("Written times")
struct WrittenTimeTests {
    @Test(
        "All forms of times are parsed, to the nanosecond",
        arguments: [
            ("1.5s", 1500), ("1500ms", 1500), ("2", 2000), ("1m30s", 90_000), ("00:01.5", 1500),
            ("1:02:03.25", 3_723_250),
            ("90:00", 5_400_000),
        ])
    func times(text: String, milliseconds: Int) {
        #expect(TimelineTime(text) == .seconds(.milliseconds(milliseconds)))
    }

    @Test("Frame counts are parsed and converted exactly")
    func frames() throws {
        let rate = try #require(FrameRate("29.97"))
        let time = try #require(TimelineTime("45f"))
        #expect(time == .frames(45))
        #expect(time.frames(at: rate) == 45)
        #expect(time.duration(at: rate) == .nanoseconds(1_501_500_000))
        #expect(time.samples(at: rate) == 72_072)
    }

    @Test(
        "Frame times survive a round trip at fractional rates",
        arguments: ["23.976", "29.97", "59.94", "7"])
    func exact(rate: String) throws {
        let rate = try #require(FrameRate(rate))
        for count in 0..<2000 { #expect(rate.frameCount(for: TimelineTime.frames(count).duration(at: rate)) == count) }
    }

    @Test(
        "Invalid times are rejected",
        arguments: [
            "", "-1s", "x", "45F", "1.5f", "-3f", "1:60", "1:2:3:4", "::", "1:75:00", "nan", "1e3s", "1:-5",
        ])
    func noTimes(text: String) {
        #expect(TimelineTime(text) == nil)
    }

    @Test("Lengths are pixels or percentages of the canvas")
    func lengths() {
        #expect(CanvasLength("24")?.pixels(of: 1000) == 24)
        #expect(CanvasLength("24px")?.pixels(of: 1000) == 24)
        #expect(CanvasLength("12.5%")?.pixels(of: 1000) == 125)
        #expect(CanvasLength("-3")?.pixels(of: 1000) == -3)
        for text in ["", "%", "x", "nan", "1e9", "12 %%", "inf"] { #expect(CanvasLength(text) == nil) }
    }
}
