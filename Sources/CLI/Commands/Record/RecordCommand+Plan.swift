import Encoder
import EngineLink
import Files
import Frames
import Glibc
import PageServer
import Recorder
import RecordingLibrary

extension RecordCommand {
    /// Converts the arguments to a plan.
    ///
    /// - Parameters:
    ///   - output: The file to write, from ``newOutput()``.
    ///   - server: The server of the page's folder, if there is one.
    /// - Throws: ``PageError`` or ``PageServerError`` for a missing page, and
    ///   errors of the files that a recording needs.
    func plan(output path: String, from server: PageServer?) throws -> RecordingPlan {
        var plan = RecordingPlan(page: try PageAddress(page, from: server), output: path)
        plan.nextOutput = nextOutput
        plan.overwritesOutput = existing.overwrite
        plan.keepsIncomplete = keeping.keepIncomplete
        try pageOptions.apply(to: &plan.take)
        try data.apply(to: &plan.options)
        plan.command = repeatable(plan.page).text
        try saving.apply(to: &plan.take)
        plan.software = Program.nameAndVersion
        plan.options.reportsConsole = messages.verbose || expect.all.contains { $0.subject == .pageErrors }
        signals.apply(to: &plan.take)
        if signals.duration == nil, signals.maxDuration == nil, !Terminal.isUsed {
            plan.longestDuration = LengthLimit.unattended
        }
        if let warning = plan.take.warningOfOpenEnd { plan.take.warnings.append(warning) }
        plan.options.signalAddresses = addresses.addresses
        plan.expectations = expect.all
        try clock.apply(to: &plan.take)
        plan.frameRate = video.fps ?? plan.movie.container.usualFrameRate
        plan.options.rendering = capture.rendering
        plan.capture = capture.capture
        plan.options.isTransparent = video.transparent
        video.apply(to: &plan.movie, stream)
        // Text and flat areas of a page are smaller and sharper without loss.
        if plan.movie.container == .webp, video.quality == nil { plan.movie.rate = .quality(0) }
        plan.sound = sound.encoding
        plan.soundtrack = sound.settings
        plan.pageSound = pageSound.settings
        // A configuration may have options of videos.
        plan.captions = SoundFileFormat(fileName: path) == nil ? captions.captions : nil
        return plan
    }

    /// Returns the file to write if the recording starts now: the given name,
    /// or a new one in the library.
    ///
    /// - Throws: `ValidationError` if the name cannot be a video's.
    func newOutput() throws -> String {
        if let output = file.output { return try output.path(at: time(nil), mayBeSound: true) }
        try library.folder.requireHome()
        return library.folder.path(of: "\(RecordingName.now).\(container.rawValue)")
    }

    /// Fails early if an output cannot be created.
    ///
    /// - Throws: ``FileError``.
    func requireCreatable(_ output: String) throws(FileError) {
        try OutputFile.requireCreatable(
            output, overwrite: existing.overwrite,
            content: SoundFileFormat(fileName: output) == nil ? .video : .sound, nextName: nextOutput)
    }

    /// Returns the next name if that of a new recording in the library is taken; `nil` for a name that was given.
    private var nextOutput: (@Sendable (String) -> String)? {
        guard file.output == nil else { return nil }
        return { RecordingName.nextPath(after: $0) }
    }

    /// The file type if no output is named.
    var container: MovieContainer {
        MovieContainer(codec: video.codec, encoder: video.encoder, hasAlpha: video.transparent)
    }
}

extension TakePlan {
    /// A sentence if the recording goes on after its steps, because nothing but a signal of the page would end it.
    ///
    /// A page that sends `start` is made for recordings, and is left to send `stop`.
    var warningOfOpenEnd: String? {
        guard start == .load, duration == nil, !steps.isEmpty else { return nil }
        guard !steps.contains(where: \.endsRecording) else { return nil }
        let limit = longestDuration.map { ", or for \($0.text) at most" } ?? ""
        return "No step ends the recording, which goes on until the page sends stop\(limit). End the steps with "
            + "'- stop:', or pass --duration."
    }
}

extension PageStep {
    /// Whether the step, or one that depends on it, ends the recording.
    fileprivate var endsRecording: Bool {
        switch action {
        case .signal(.stop), .signal(.cancel): true
        case .branch(_, let steps): steps.contains(where: \.endsRecording)
        default: false
        }
    }
}
