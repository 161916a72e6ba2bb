/// Splits a byte stream into messages.
package struct LinkParser {
    private var bytes: [UInt8] = []
    private var start = 0
    private let longest: Int

    /// The longest message that a command accepts, in bytes; console lines can be long.
    package static let longestReport = 16 << 20
    /// The longest message that an engine accepts, in bytes.
    ///
    /// A plan contains the user's scripts and style sheets.
    package static let longestRequest = 1 << 30

    private static let headerLength = 5

    /// Creates a parser without input.
    ///
    /// - Parameter longest: The longest accepted payload, in bytes.
    package init(longest: Int) { self.longest = longest }

    /// Appends received bytes.
    package mutating func append(_ new: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Removes and returns the next message; `nil` if it is incomplete.
    ///
    /// - Throws: ``PageError``; the rest of the stream cannot be parsed then.
    package mutating func next() throws(PageError) -> LinkMessage? {
        let rest = bytes[start...]
        guard rest.count >= Self.headerLength else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw PageError.engineSent("a message of \(length) bytes") }
        guard rest.count >= Self.headerLength + length else { return nil }
        let payload = rest.dropFirst(Self.headerLength).prefix(length)
        start = payload.endIndex
        return try LinkMessage(kind: rest[rest.startIndex + 4], payload: payload)
    }
}
