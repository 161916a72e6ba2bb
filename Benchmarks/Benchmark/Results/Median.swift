extension Collection<Double> {
    /// The median of the elements; `nil` if there are no elements.
    var median: Double? {
        let sorted = self.sorted()
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
        return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
    }
}
