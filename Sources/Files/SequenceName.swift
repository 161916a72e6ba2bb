/// The name pattern of numbered files: `frames/%05d.png`.
package struct SequenceName: Sendable, Equatable {
    private let before: String
    /// The number of digits, filled up with zeros.
    package let digits: Int
    private let after: String

    /// Reads a path whose last component contains one `%d` or `%05d`; `nil` otherwise.
    package init?(_ path: String) {
        guard let match = path.wholeMatch(of: #/([^%]*)%([0-9]{0,2})d([^%\/]*)/#) else { return nil }
        before = String(match.1)
        digits = Int(match.2) ?? 1
        after = String(match.3)
    }

    /// Describes a pattern by its parts.
    ///
    /// - Parameters:
    ///   - before: The path up to the number.
    ///   - digits: The number of digits, filled up with zeros.
    ///   - after: The rest of the file's name.
    package init(before: String, digits: Int, after: String) {
        self.before = before
        self.digits = max(1, digits)
        self.after = after
    }

    /// The path of a number's file.
    package func path(ofFrame number: Int) -> String {
        let text = String(number)
        return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
    }

    /// The name of a file up to the number.
    package var prefix: String { String(before.fileName) }
    /// The name of a file from the number's end on.
    package var suffix: String { after }

    /// The folder of the files.
    package var folder: String { path(ofFrame: 0).parentPath }

    /// The number in a file's name; `nil` if it is the name of another file.
    ///
    /// - Parameter isExact: Whether the number must have the pattern's digits (default: yes).
    package func number(in name: String, isExact: Bool = true) -> Int? {
        let start = before.fileName
        guard name.hasPrefix(start), name.hasSuffix(after), name.utf8.count > start.utf8.count + after.utf8.count
        else { return nil }
        let text = name.dropFirst(start.count).dropLast(after.count)
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
        return !isExact || path(ofFrame: number).fileName == name ? number : nil
    }
}
