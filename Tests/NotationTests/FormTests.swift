import Frames
import Notation
import Testing

/// How values are written.
@Suite("Forms")
struct FormTests {
    @Test("Some times may be zero, and some negative")
    func times() {
        #expect(Form.positiveTime.read("1ms") == .milliseconds(1))
        #expect(Form.time.read("0s") == .zero)
        #expect(Form.signedTime.read("-1s") == .seconds(-1))
        for text in ["0", "-1s", "x"] { #expect(Form.positiveTime.read(text) == nil) }
        for text in ["-1ms", "x"] { #expect(Form.time.read(text) == nil) }
        #expect(Form.signedTime.read("x") == nil)
    }

    @Test("Sizes have two sides within a range")
    func sizes() {
        let form = Form.size(sides: 16...4096)
        #expect(form.description == "a size like 1280x720, each side from 16 to 4096")
        for (text, width, height) in [("1280x720", 1280, 720), ("16x16", 16, 16), ("4096X4096", 4096, 4096)] {
            #expect(form.read(text) == PixelSize(width: width, height: height))
        }
        for text in [
            "", "x", "1280", "1280x", "x720", "1280x720x2", "1280*720", "1280 x 720", "12.5x16", "15x16", "16x15",
            "4097x16", "16x4097", "0x0", "-16x16", "16x-16", "99999999999999999999x16",
        ] { #expect(form.read(text) == nil, "\(text)") }
    }

    @Test("Numbers lie within a range")
    func numbers() {
        let whole = Form.wholeNumber(in: 1...4)
        #expect((1...4).map { whole.read("\($0)") } == [1, 2, 3, 4])
        for text in ["0", "5", "1.5", "", "x", "-1"] { #expect(whole.read(text) == nil) }
        let number = Form.number(in: 0...10.5)
        #expect(number.description == "a number from 0 to 10.5")
        #expect(number.read("0.8") == 0.8)
        for text in ["-0.1", "10.6", "nan", "x", ""] { #expect(number.read(text) == nil) }
    }

    @Test("Bit rates have decimal units")
    func bitRates() {
        let form = Form.bitRate(in: 10_000...1_000_000_000)
        for (text, bits) in [
            ("800k", 800_000), ("800K", 800_000), ("2M", 2_000_000), ("2m", 2_000_000), ("2.5M", 2_500_000),
            ("2500000", 2_500_000), ("10k", 10_000), ("1000M", 1_000_000_000),
        ] { #expect(form.read(text) == bits, "\(text)") }
        for text in [
            "", "k", "M", "x", "-2M", "0", "nan", "inf", "infk", "2G", "2 M", "9999", "1000.1M", "1e30", "1e300M",
        ] { #expect(form.read(text) == nil, "\(text)") }
    }

    @Test("Amounts of memory have binary units")
    func memory() {
        let form = Form.memory(atLeast: 64 << 20)
        for (text, megabytes) in [
            ("800M", 800), ("800m", 800), ("4G", 4096), ("4GiB", 4096), ("4GB", 4096), ("1.5G", 1536), ("65536K", 64),
            ("1T", 1_048_576),
        ] { #expect(form.read(text) == megabytes << 20, "\(text)") }
        for text in ["", "4", "G", "-4G", "4X", "4 G", "nan G", "infG", "63M", "1e300G", "none"] {
            #expect(form.read(text) == nil, "\(text)")
        }
    }
}
