import EngineLink
import PageServer

extension CheckCommand {
    /// Converts the arguments to a plan.
    ///
    /// - Parameter server: The server of the page's folder, if there is one.
    /// - Throws: ``PageError`` and ``PageServerError`` for a missing
    ///   page, and errors of files that it needs.
    func plan(from server: PageServer?) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(page, from: server))
        try pageOptions.apply(to: &plan)
        signals.apply(to: &plan)
        plan.options.signalAddresses = addresses.addresses
        try clock.apply(to: &plan)
        // A fixed seed, so that times repeat even if the page uses random
        // numbers.
        if plan.options.virtualTime?.seed == nil { plan.options.virtualTime?.seed = 1 }
        plan.frameRate = follow.fps
        plan.longestPageTime = follow.until
        return plan
    }
}
