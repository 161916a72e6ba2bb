extension Duration {
    /// The whole seconds, rounded up.
    var secondsRoundedUp: Int64 {
        let (whole, fraction) = components
        return whole + (fraction > 0 ? 1 : 0)
    }
}
