/// A value and its position in a file.
package struct Written<Value> {
    /// The value.
    package var value: Value
    /// The line, counted from 1, if known.
    package var line: Int?

    /// Keeps a value with its line.
    package init(_ value: Value, line: Int?) {
        self.value = value
        self.line = line
    }
}

extension Written: Sendable where Value: Sendable {}
