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
        // Before there are files, which a signal would leave behind.
        await signals.start()
        do {
            let summary = try await PhotoMaker(signals: signals, quiet: quiet).make(plan)
            if json { Message.result(jsonLine(PhotoJSON(summary))) }
            return .recorded
        } catch {
            Message.error("\(error)")
            return signals.exitStatus(of: error)
        }
    }
}
