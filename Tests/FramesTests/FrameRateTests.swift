import Frames
import Testing

@Suite("Frame rate")
struct FrameRateTests {
    @Test(
        "Whole, decimal, broadcast and fractional rates are parsed",
        arguments: [
            ("30", 30, 1), ("1", 1, 1), ("120", 120, 1), ("12.5", 25, 2), ("29.97", 30_000, 1001),
            ("23.976", 24_000, 1001), ("30000/1001", 30_000, 1001), ("60/2", 30, 1), ("59.94", 60_000, 1001),
        ])
    func reads(text: String, numerator: Int, denominator: Int) throws {
        let rate = try #require(FrameRate(text))
        #expect(rate.numerator == numerator)
        #expect(rate.denominator == denominator)
    }

    @Test(
        "Rates outside 1 to 120 are rejected",
        arguments: [
            "0", "1000", "-30", "", "abc", "30fps", "1/0", "0/1", "121", "0.5", "30.", ".5", "1.2.3", "30/", "٣٠",
            "9999999999999999999", "30e1",
        ])
    func refuses(text: String) {
        #expect(FrameRate(text) == nil)
    }

    @Test("Every presentation time maps to its frame", arguments: ["30", "29.97", "1", "120", "12.5"])
    func timeAndFrameAgree(text: String) throws {
        let rate = try #require(FrameRate(text))
        for index in [0, 1, 2, 29, 30, 1000, 4_320_000] {
            #expect(rate.frame(at: rate.middle(ofFrame: index)) == index)
            #expect(rate.frame(at: rate.time(ofFrame: index)) == index)
            #expect(rate.frame(at: rate.time(ofFrame: index) - .nanoseconds(1)) == index - 1)
            #expect(rate.frameCount(for: rate.time(ofFrame: index)) == index)
        }
    }

    @Test("Negative times are rounded down")
    func negativeTime() throws {
        let rate = try #require(FrameRate("30"))
        #expect(rate.frame(at: .milliseconds(-1)) == -1)
    }

    @Test("129 frames at 30 fps are exactly 206,400 samples")
    func sampleCounts() throws {
        let thirty = try #require(FrameRate("30"))
        #expect(thirty.sampleCount(forFrames: 129, sampleRate: 48_000) == 206_400)
        let ntsc = try #require(FrameRate("29.97"))
        #expect(ntsc.sampleCount(forFrames: 1, sampleRate: 48_000) == 1602)
        #expect(ntsc.sampleCount(forFrames: 5, sampleRate: 48_000) == 8008)
    }
}
