import Encoder
import EngineLink
import Glibc
import Library
import PageServer
import Recorder

extension RecordCommand {
    /// What was typed, as what it means.
    ///
    /// - Parameters:
    ///   - output: The file to write, as ``newOutput()`` has it.
    ///   - server: Where the page comes from, if a folder is served.
    /// - Throws: ``PageError`` and ``PageServerError`` for a page that is not
    ///   there, and errors of files that a recording needs.
    func plan(output path: String, from server: PageServer?) throws -> RecordingPlan {
        var plan = RecordingPlan(page: try PageAddress(page, from: server), output: path)
        if output == nil { plan.nextOutput = RecordingName.nextPath(after:) }
        plan.overwritesOutput = existing.overwrite
        try pageOptions.apply(to: &plan.take)
        plan.command = repeatable(plan.page).text
        plan.software = "pagereel \(Pagereel.version)"
        plan.pageOptions.reportsConsole = messages.verbose
        signals.apply(to: &plan.take)
        try clock.apply(to: &plan.take)
        if let fps = video.fps { plan.frameRate = fps }
        plan.pageOptions.rendering = capture.rendering
        plan.capture = capture.capture
        plan.pageOptions.isTransparent = video.transparent
        plan.codec = video.codec
        plan.encoder = video.encoder
        plan.threads = video.threads
        if let preset = video.preset { plan.preset = preset }
        plan.rate = video.rate
        plan.soundtrack = sound.settings
        return plan
    }

    /// The file to write when the recording begins now: the name that was
    /// typed, or a new one in the library.
    ///
    /// - Throws: A sentence, for a name that cannot be a video's.
    func newOutput() throws -> String {
        try output?.path(at: time(nil)) ?? library.folder.path(of: "\(RecordingName.now).\(container.rawValue)")
    }

    /// The kind of file where no name says it.
    var container: MovieContainer {
        MovieContainer(codec: video.codec, encoder: video.encoder, hasAlpha: video.transparent)
    }
}
