/// A value and where it stands in its file.
package struct Written<Value> {
    /// What was written.
    package var value: Value
    /// The line, counted from 1, if it is known.
    package var line: Int?

    /// Keeps a value with its line.
    package init(_ value: Value, line: Int?) {
        self.value = value
        self.line = line
    }
}

extension Written: Sendable where Value: Sendable {}
