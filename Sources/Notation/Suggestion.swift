extension Collection where Element == String {
    /// The sentence that suggests one of these words, or names all of a few.
    package func suggestion(for word: String) -> String {
        if let nearest = word.nearest(in: Array(self)) { return " Did you mean \(nearest)?" }
        return count <= 20 && !isEmpty ? " There are \(joined(separator: ", "))." : ""
    }
}
