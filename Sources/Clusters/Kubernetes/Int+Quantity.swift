extension Int {
    /// A number of bytes as a quantity of Kubernetes, in the largest unit that is exact: `2Gi`, `1536Mi`.
    var quantity: String {
        let units = [(30, "Gi"), (20, "Mi"), (10, "Ki")]
        guard let (shift, unit) = units.first(where: { self % (1 << $0.0) == 0 }) else { return "\(self)" }
        return "\(self >> shift)\(unit)"
    }
}
