import ArgumentParser
import Notation

/// Returns the parser of an option's value.
///
/// It throws `ValidationError` with the accepted form.
func reading<Value>(_ form: Form<Value>) -> @Sendable (String) throws -> Value {
    { text in
        guard let value = form.read(text) else { throw ValidationError("write \(form).") }
        return value
    }
}
