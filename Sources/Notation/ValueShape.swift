/// What a schema says of a value in YAML or JSON.
package enum ValueShape: Sendable, Equatable {
    /// A text; numbers and Booleans are read as they are written.
    case text
    /// A text or a number in a notation that has no shape here.
    case notation
    /// A text or a number that matches a regular expression (ECMA-262).
    case pattern(String)
    /// One of several words.
    case words([String])
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A whole number in a range.
    case wholeNumber(ClosedRange<Int>)

    /// A length of time, as `Duration(text:)` reads it.
    package static func time(isSigned: Bool) -> Self {
        let (digits, clock) = ("[0-9.]+", "[0-9]{1,4}:")
        return .pattern("^\(isSigned ? "-?" : "")(\(digits)|(\(digits)(ms|h|m|s))+|(\(clock))?\(clock)\(digits))$")
    }

    /// The shape of the same values, or of a word.
    package func or(_ word: String) -> Self {
        switch self {
        case .pattern(let pattern): .pattern("\(pattern)|^\(word)$")
        case .words(let words): .words(words + [word])
        case .text: .text
        case .notation, .number, .wholeNumber: .notation
        }
    }
}
