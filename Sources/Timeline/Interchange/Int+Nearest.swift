extension Int {
    /// The whole number nearest to a value of a file, at most 10¹⁵, which is beyond any timeline; 0 for no number.
    ///
    /// A file's times and speeds can multiply to more than an integer holds.
    init(nearestTo value: Double) {
        let limit = 1e15
        self = value.isNaN ? 0 : Int(Swift.min(limit, Swift.max(-limit, value)).rounded())
    }
}
