/// A mistake in an option's text: a template, a condition, a range of rows, a limit or a shard.
package struct OptionError: Error, CustomStringConvertible, Equatable {
    /// What is wrong and how to fix it, in sentences.
    package let description: String

    init(_ description: String) { self.description = description }
}
