/// What separates the fields of a record.
enum CSVSeparator: UInt8, CaseIterable {
    case comma = 0x2c
    case semicolon = 0x3b
    case tab = 0x09
    case bar = 0x7c

    /// The longest beginning of a header that is looked at, in bytes.
    static let headerLimit = 1 << 16

    /// The name in messages.
    var title: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        case .bar: "vertical bar"
        }
    }

    /// Reads a line like `sep=;`, which spreadsheets write and read before the header.
    init?(declaration line: some BidirectionalCollection<UInt8>) {
        let words = line.last == .carriageReturn ? Array(line.dropLast()) : Array(line)
        guard words.count == 5, words.starts(with: "sep=".utf8) else { return nil }
        self.init(rawValue: words[4])
    }

    /// Finds the separator of a header: the first one of all cases that is outside of quotes; otherwise the comma.
    init(header: some Collection<UInt8>) {
        var isQuoted = false
        let plain = header.filter { byte in
            if byte == .quote { isQuoted.toggle() }
            return !isQuoted
        }
        self = Self.allCases.first { plain.contains($0.rawValue) } ?? .comma
    }
}
