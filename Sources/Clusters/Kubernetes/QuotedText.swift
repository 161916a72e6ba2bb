internal import Yams

/// A text that YAML writes between double quotes.
///
/// Kubernetes' reader follows YAML 1.1, to which `y` and `off` are truth values and `1e3` is a number.
struct QuotedText: YAMLEncodable, Equatable {
    /// The text.
    let text: String

    init(_ text: String) { self.text = text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    func box() -> Node { Node(text, Tag(.str), .doubleQuoted) }
}
