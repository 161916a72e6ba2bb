import TestSupport

/// Changes an input of a reader into another one that gets beyond its first checks.
protocol Mutator: Sendable {
    /// Learns the parts of inputs from seeds.
    func learning(from seeds: [[UInt8]]) -> any Mutator

    /// Changes an input.
    ///
    /// - Parameter change: Changes bytes without regard to their meaning.
    func mutate(_ bytes: [UInt8], using chances: inout SplitMix, bytes change: ([UInt8]) -> [UInt8]) -> [UInt8]
}

/// Changes bytes without regard to their meaning.
struct ByteMutator: Mutator {
    func learning(from seeds: [[UInt8]]) -> any Mutator { self }

    func mutate(_ bytes: [UInt8], using chances: inout SplitMix, bytes change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        change(bytes)
    }
}

extension SplitMix {
    /// A number below a bound, which is positive.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in a number of times.
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
}

/// Values at which readers of numbers and texts fail.
enum Boundary {
    /// Numbers as they are written.
    static let numbers = [
        "0", "-0", "1", "-1", "2", "3", "7", "10", "29.97", "59.94", "100", "101", "127", "128", "255", "256", "1000",
        "32767", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
        "99999999999999999999999", "0.1", "0.5", "0.000001", "1e-9", "1e-300", "1e9", "1e12", "1e18", "1e300", "1e999",
        "nan", "inf", "-inf", "30000/1001", "1/0", "0x10", "1_000", "٣",
    ]
    /// Texts with which parsers have trouble.
    static let texts = [
        "", " ", "\0", "\u{7f}", "\r\n", "\n", "\t", "é", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{FEFF}",
        "\u{2028}", "'", "\"", "\\", "%", "%00", "%2F", "{", "}", "[", "]", "#", ":", ",", "-", "*", "&a", "~", "..",
        "/", "<", "=", "\u{130}", "ß", "\u{0345}",
    ]
    /// Bytes of 16- and 32-bit numbers.
    static let bytes: [[UInt8]] = [
        [0, 0], [0, 1], [1, 0], [0xff, 0xff], [0x7f, 0xff], [0, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0],
        [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0x7f], [0x80, 0, 0, 0], [0, 0, 0, 8],
    ]
}
