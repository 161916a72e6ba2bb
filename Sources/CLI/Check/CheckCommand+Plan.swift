import Recorder

extension CheckCommand {
    /// What was typed, as what it means.
    ///
    /// - Throws: ``PageError`` for a page that is not there, and errors of
    ///   files that it needs.
    func plan() throws -> RecordingPlan {
        // Nothing is written.
        var plan = RecordingPlan(page: try PageAddress(page), output: "")
        try pageOptions.apply(to: &plan)
        signals.apply(to: &plan)
        try clock.apply(to: &plan)
        plan.frameRate = expectations.fps
        plan.longestPageTime = expectations.until
        return plan
    }
}
