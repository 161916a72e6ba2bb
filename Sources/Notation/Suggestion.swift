extension Collection where Element == String {
    /// Returns a sentence that suggests the nearest of these words, or lists up to 20 of them.
    package func suggestion(for word: String) -> String {
        if let nearest = word.nearest(in: Array(self)) { return " Did you mean \(nearest)?" }
        return count <= 20 && !isEmpty ? " There are \(joined(separator: ", "))." : ""
    }
}
