import Batch

extension BatchPlan.Check {
    /// Checks that no output is lost that another batch or other options made.
    ///
    /// - Parameter overwrites: Whether such outputs may be replaced.
    /// - Returns: The states in which an existing output is replaced.
    func replacedRows(overwrites: Bool) throws(CommandError) -> Set<Journal.State> {
        guard !overwrites else { return [.unfinished, .changed, .broken, .foreign] }
        let conflicts: [(Journal.State, String)] = [
            (.changed, "was made with other options or of another row"),
            (.broken, "was changed since this batch made it"), (.foreign, "was not made by this batch"),
        ]
        let sentences = conflicts.compactMap { state, what in
            examples[state]?.first.map { row in
                let rest = states[state, default: 0] - 1
                return "\(row.output) (line \(row.line)) \(what)" + (rest > 0 ? ", and \(rest) more." : ".")
            }
        }
        guard sentences.isEmpty else {
            throw CommandError(
                .outputNotCreated,
                "Some outputs exist already; nothing was recorded. \(sentences.joined(separator: " ")) Use --overwrite to "
                    + "record these rows again, or another --output.")
        }
        // This batch wrote it, but was killed.
        return [.unfinished]
    }
}
