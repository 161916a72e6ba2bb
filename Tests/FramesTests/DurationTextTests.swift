import Frames
import Testing

@Suite("Length of time as text")
struct DurationTextTests {
    @Test(
        "is read with units, as a clock shows it, and in seconds",
        arguments: [
            ("10s", 10_000), ("1.5s", 1_500), ("250ms", 250), ("2m", 120_000), ("1h", 3_600_000),
            ("1m30s", 90_000), ("1h2m3s4ms", 3_723_004), ("10", 10_000), ("0.25", 250), ("0", 0), ("0s", 0),
            ("-2s", -2_000), ("-1m30s", -90_000), (".5s", 500), ("365", 365_000), ("1:30", 90_000),
            ("00:01.5", 1_500), ("1:02:03.25", 3_723_250), ("90:00", 5_400_000), ("-0:02", -2_000),
        ])
    func reads(text: String, milliseconds: Int) {
        #expect(Duration(text: text) == .milliseconds(milliseconds))
    }

    @Test(
        "is read in no other form",
        arguments: [
            "", "-", "s", "ten", "10 s", " 10s", "10s ", "10x", "1m30", "1..5s", ".", "1e3", "--1s", "+1s", "1s-2s",
            "１０s", "10S", "inf", "nan", "8761h", "99999999999999999999s", "1d", "1:60", "1:2:3:4", "::", ":30", "1:",
            "1:75:00", "1:-5", "1.5:00", "12345:00", "9000:00:00", "1:30s", "１:30",
        ])
    func refuses(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test("is exact to the nanosecond, up to a year")
    func isExact() {
        #expect(Duration(text: "0.000000001s") == .nanoseconds(1))
        #expect(Duration(text: "33.366666667ms") == .nanoseconds(33_366_667))
        #expect(Duration(text: "00:00:03.033000001") == .nanoseconds(3_033_000_001))
        #expect(Duration(text: "8760h") == .seconds(365 * 86_400))
    }

    @Test(
        "has seconds, milliseconds if there are any, and its sign",
        arguments: [
            (Duration.seconds(30), "30 s"), (.milliseconds(250), "0.250 s"), (.milliseconds(-250), "-0.250 s"),
            (.milliseconds(-1_005), "-1.005 s"), (.microseconds(-100), "0 s"), (.zero, "0 s"),
        ])
    func text(length: Duration, text: String) {
        #expect(length.text == text)
    }

    @Test(
        "has all milliseconds in columns",
        arguments: [(Duration.seconds(1_000), "1000.000 s"), (.microseconds(1_250_400), "1.250 s"), (.zero, "0.000 s")])
    func preciseText(length: Duration, text: String) {
        #expect(length.preciseText == text)
    }

    @Test(
        "has minutes and tenths on a clock",
        arguments: [
            (0, "0:00.0"), (99, "0:00.0"), (100, "0:00.1"), (9_990, "0:09.9"), (60_000, "1:00.0"),
            (599_999, "9:59.9"), (3_600_000, "60:00.0"), (36_000_000, "600:00.0"),
        ])
    func clockText(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).clockText == text)
    }

    @Test(
        "is written as it is read, to the nanosecond",
        arguments: ["0s", "1.5s", "-0.2s", "10s", "0.000000001s", "3600s", "33.366666667s"])
    func exactText(text: String) {
        #expect(Duration(text: text)?.exactText == text)
    }
}
