extension String {
    /// The text with spaces behind it up to a width.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
