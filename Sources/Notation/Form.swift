/// How a value is written: its reader, and the words for it in messages.
package struct Form<Value>: Sendable, CustomStringConvertible {
    /// A noun phrase with examples: `a frame rate from 1 to 120, like 30, 29.97 or 30000/1001`.
    package let description: String
    /// Parses a value; returns `nil` for text in another form.
    package let read: @Sendable (String) -> Value?

    /// Creates a form.
    package init(_ description: String, read: @escaping @Sendable (String) -> Value?) {
        self.description = description
        self.read = read
    }
}
