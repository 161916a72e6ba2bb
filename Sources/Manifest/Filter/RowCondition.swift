/// A condition on a row's value: `region=EU`, `region!=EU`.
package struct RowCondition: Sendable, Equatable {
    /// The column's name.
    package let column: String
    /// Whether the value must be the same; it must be another one otherwise.
    package let isEqual: Bool
    /// The value to compare with, which may be empty.
    package let value: String

    /// Parses a condition; the value is all behind the first equals sign.
    ///
    /// - Throws: ``OptionError`` for a text in another form.
    package init(_ text: String) throws(OptionError) {
        let form = "Write column=value or column!=value, like region=EU."
        guard let sign = text.firstIndex(of: "=") else { throw OptionError("The condition \(text) has no =. \(form)") }
        let before = text[..<sign]
        isEqual = before.last != "!"
        column = String(isEqual ? before : before.dropLast())
        value = String(text[text.index(after: sign)...])
        guard !column.isEmpty else { throw OptionError("The condition \(text) begins with no column's name. \(form)") }
    }
}
