private import Notation

/// The last lines that a process has written to its standard error.
struct LastLines {
    private var bytes: [UInt8] = []

    /// The number of bytes to keep; enough for a few lines.
    private static let most = 4096
    /// The longest line that is shown, in characters.
    private static let longestLine = 300

    /// Appends output.
    mutating func append(_ new: [UInt8]) {
        bytes = (bytes + new).suffix(Self.most)
    }

    /// The last non-empty line, safe to print; `nil` if all lines are empty.
    var text: String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
        return String(ForeignText.line(String(line)).prefix(Self.longestLine))
    }
}
