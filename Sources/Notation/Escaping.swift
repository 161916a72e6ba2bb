extension StringProtocol {
    /// Replaces single characters, such as quotes, by what stands for them in another language.
    ///
    /// Shells, XML and CSV read code points. Swift compares characters, and a quote with a combining mark behind it is
    /// another character, which `replacing(_:with:)` does not find.
    ///
    /// - Parameter escapes: The replacements.
    package func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = escapes[scalar] {
                escaped.append(contentsOf: replacement.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
