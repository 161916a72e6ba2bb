import Foundation

/// The identifier that links the picture and the movie of a Live Photo: a UUID in upper case, the
/// same in both files.
package struct ContentIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The UUID as text, 36 characters.
    package let description: String

    /// Creates a random UUID (RFC 9562, 5.4).
    package init() { description = UUID().uuidString }

    /// Parses a UUID in upper or lower case; `nil` for any other text.
    package init?(_ text: String) {
        description = text.uppercased()
        // Foundation also reads some texts that are not UUIDs, with a sign for a digit.
        guard UUID(uuidString: text)?.uuidString == description else { return nil }
    }

    /// The text as bytes.
    var bytes: [UInt8] { Array(description.utf8) }
}
