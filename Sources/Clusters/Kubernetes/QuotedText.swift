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

extension Int {
    /// A number of bytes as a quantity of Kubernetes, in the largest unit that is exact: `2Gi`, `1536Mi`.
    var quantity: String {
        let units = [(30, "Gi"), (20, "Mi"), (10, "Ki")]
        guard let (shift, unit) = units.first(where: { self % (1 << $0.0) == 0 }) else { return "\(self)" }
        return "\(self >> shift)\(unit)"
    }
}
