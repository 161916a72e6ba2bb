import Glibc
import Recorder

extension RecordCommand {
    /// What was typed, as what it means.
    ///
    /// - Throws: ``PageError`` for a page that is not there, and errors of
    ///   files that a recording needs.
    func plan() throws -> RecordingPlan {
        var plan = RecordingPlan(page: try PageAddress(page), output: try output.path(at: time(nil)))
        plan.overwritesOutput = existing.overwrite
        try pageOptions.apply(to: &plan)
        plan.pageOptions.reportsConsole = messages.verbose
        signals.apply(to: &plan)
        try clock.apply(to: &plan)
        if let fps = video.fps { plan.frameRate = fps }
        plan.pageOptions.rendering = video.rendering
        plan.capture = video.capture
        plan.pageOptions.isTransparent = video.transparent
        plan.codec = video.codec
        plan.encoder = video.encoder
        plan.threads = video.threads
        if let preset = video.preset { plan.preset = preset }
        plan.rate = video.rate
        plan.soundtrack = sound.settings
        return plan
    }
}
