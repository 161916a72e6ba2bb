/// The range of bytes that a request asks for (RFC 9110, section 14.1.2).
enum ByteRange: Hashable {
    /// The whole file: the request has no range, several ranges or an invalid one.
    case whole
    /// A range of at least one byte.
    case part(Range<Int>)
    /// A range that begins after the end of the file.
    case unsatisfiable

    /// Parses a `Range` header.
    ///
    /// - Parameters:
    ///   - header: The value of the header, if sent.
    ///   - size: The size of the file, in bytes.
    init(_ header: String?, of size: Int) {
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].lowercased() == "bytes", let dash = header[equals...].firstIndex(of: "-")
        else {
            self = .whole
            return
        }
        let first = header[header.index(after: equals)..<dash]
        let last = header[header.index(after: dash)...]
        switch (first.isEmpty, last.isEmpty) {
        case (false, false):
            guard let start = Self.number(first), let end = Self.number(last), start <= end else { break }
            self = start < size ? .part(start..<min(end, size - 1) + 1) : .unsatisfiable
            return
        case (false, true):
            guard let start = Self.number(first) else { break }
            self = start < size ? .part(start..<size) : .unsatisfiable
            return
        case (true, false):
            guard let count = Self.number(last) else { break }
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
            return
        case (true, true): break
        }
        self = .whole
    }

    /// Parses decimal digits; `Int.max` if the number is too large.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }
}
