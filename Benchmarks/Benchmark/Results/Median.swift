extension Collection<Double> {
    /// The middle one, or half-way between the middle two; nothing of none.
    var median: Double? {
        let sorted = self.sorted()
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
        return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
    }
}
