import ArgumentParser
import Glibc
import Photos

/// Runs a command that makes a photo: makes it, reports, and returns the exit
/// status.
struct PhotoSession {
    let plan: PhotoPlan
    let quiet: Bool
    let json: Bool

    /// Makes the photo.
    ///
    /// - Throws: `ExitCode`, unless the status is 0.
    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: false)
            return CommandLoop.run { await make() }
        }
    }

    @MainActor
    private func make() async -> ExitStatus {
        let signals = StopSignals()
        let reporter = WorkReporter(quiet: quiet, json: json)
        // Before files exist that a signal would leave behind.
        await signals.start()
        do {
            let summary = try await PhotoMaker(signals: signals, reporter: reporter).make(plan)
            reporter.finish(PhotoJSON(summary), lines: [])
            return .recorded
        } catch {
            reporter.fail("\(error)", wasStopped: false)
            return ExitStatus(error, signal: signals.status)
        }
    }
}
