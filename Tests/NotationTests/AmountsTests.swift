import Notation
import Testing

@Suite("Amounts")
struct AmountsTests {
    @Test(
        "Bytes have the unit that fits",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"),
            (12_449_999, "12.4 MB"), (999_949_999, "999.9 MB"), (1_000_000_000, "1.0 GB"), (25_600_000_000, "25.6 GB"),
        ])
    func bytes(count: Int, text: String) {
        #expect(count.byteText == text)
    }

    @Test("Decimal places are rounded and filled with zeros")
    func decimals() {
        #expect(3.25.text(decimals: 1) == "3.3")
        #expect(0.5.text(decimals: 4) == "0.5000")
        #expect((-1.05).text(decimals: 2) == "-1.05")
        #expect([2.0, 0.05, -26].map(\.brief) == ["2", "0.05", "-26"])
    }

    @Test("One alone has the singular")
    func plural() {
        #expect([0, 1, 2].map { quantity($0, "frame") } == ["0 frames", "1 frame", "2 frames"])
    }
}
