extension Double {
    /// Parses a positive number with one of several units, in any letter case.
    ///
    /// - Parameter units: The units in lower case, each with its factor; an empty one for no unit.
    package init?(_ text: String, units: [String: Double]) {
        let text = text.lowercased()
        guard let unit = units.filter({ text.hasSuffix($0.key) }).max(by: { $0.key.count < $1.key.count }),
            let number = Double(text.dropLast(unit.key.count)), number > 0
        else { return nil }
        self = number * unit.value
    }

    /// The number without trailing zeros.
    package var brief: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }

    /// The number, rounded to one or more decimal places.
    package func text(decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let (whole, rest) = Int((magnitude * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
        return "\(self < 0 ? "-" : "")\(whole).\(String(scale + rest).dropFirst())"
    }
}

extension Int {
    /// A number of bytes in the unit that fits: `850 kB`, `12.4 MB`.
    package var byteText: String {
        switch self {
        case ..<1000: "\(self) B"
        case ..<1_000_000: "\(self / 1000) kB"
        case ..<1_000_000_000: "\((Double(self) / 1e6).text(decimals: 1)) MB"
        default: "\((Double(self) / 1e9).text(decimals: 1)) GB"
        }
    }
}

/// Writes a number and what it counts: `1 frame`, `60 frames`.
///
/// - Parameter noun: The singular; its plural ends in an s.
package func quantity(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
