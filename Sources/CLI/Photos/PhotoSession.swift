import ArgumentParser
import Glibc
import Photos
import Recorder

/// One run of a command that makes a photo: makes it, tells, and gives the
/// exit status.
struct PhotoSession {
    private let plan: PhotoPlan
    private let quiet: Bool
    private let json: Bool

    /// Prepares to make a photo.
    init(_ plan: PhotoPlan, quiet: Bool, json: Bool) {
        self.plan = plan
        self.quiet = quiet
        self.json = json
    }

    /// Makes it.
    ///
    /// - Throws: The exit status, unless it is 0.
    func run() throws {
        Message.openStandardStreams()
        CommandEnvironment.prepare(isVerbose: false)
        let status = CommandLoop.run { await make() }
        if status != .recorded { throw ExitCode(status.rawValue) }
    }

    @MainActor
    private func make() async -> ExitStatus {
        let line = PhotoProgress(quiet: quiet)
        var stoppedBy: ExitStatus?
        var work: Task<PhotoSummary, any Error>?
        let watcher = SignalWatcher { number in
            // Heard between two pictures; the second changes nothing.
            stoppedBy = stoppedBy ?? ExitStatus(signal: number)
            work?.cancel()
        }
        // Before anything is there that would be left behind.
        await watcher.start()
        defer { withExtendedLifetime(watcher) {} }
        let making = Task { [plan] in try await PhotoJob(plan) { line.show($0) }.run() }
        work = making
        if stoppedBy != nil { making.cancel() }
        do {
            let summary = try await making.value
            line.clear()
            if json { Message.result(CLI.json(PhotoJSON(summary))) }
            if !quiet { Message.note(PhotoLine(summary).text) }
            return .recorded
        } catch {
            line.clear()
            Message.error(error is CancellationError ? "Stopped; nothing was written." : Message.printable("\(error)"))
            return ExitStatus(error, signal: stoppedBy)
        }
    }
}
