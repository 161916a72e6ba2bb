import ArgumentParser
import Notation

/// Returns the parser of an option's value.
///
/// It throws `ValidationError` with the accepted form.
func reading<Value>(_ form: Form<Value>) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = form.read(text) else { throw ValidationError(form.advice(text)) }
        return value
    }
}

/// Returns the parser of an option's value.
///
/// - Parameters:
///   - hint: How the value is written; the message of the `ValidationError`.
///   - read: Parses a text; returns `nil` if it is not valid.
func reading<Value>(
    _ hint: String, _ read: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = read(text) else { throw ValidationError(hint) }
        return value
    }
}

/// Returns the parser of an option's text.
///
/// - Parameters:
///   - hint: How the text is written; the message of the `ValidationError`.
///   - isValid: Whether a text is valid.
func reading(
    _ hint: String, where isValid: @escaping @Sendable (String) -> Bool
) -> @Sendable (String) throws -> String {
    reading(hint) { isValid($0) ? $0 : nil }
}
