import EngineLink
import PageServer
import Recorder

extension CheckCommand {
    /// What was typed, as what it means.
    ///
    /// - Parameter server: Where the page comes from, if a folder is served.
    /// - Throws: ``PageError`` and ``PageServerError`` for a page that is not
    ///   there, and errors of files that it needs.
    func plan(from server: PageServer?) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(page, from: server))
        try pageOptions.apply(to: &plan)
        signals.apply(to: &plan)
        try clock.apply(to: &plan)
        // The same times in every run, also where the page throws dice.
        if plan.options.virtualTime?.seed == nil { plan.options.virtualTime?.seed = 1 }
        plan.frameRate = follow.fps
        plan.longestPageTime = follow.until
        return plan
    }
}
