import ArgumentParser
import Glibc
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
        let signals = StopSignals()
        // Before anything is there that would be left behind.
        await signals.start()
        do {
            let summary = try await PhotoMaker(signals: signals, quiet: quiet).make(plan)
            if json { Message.result(jsonLine(PhotoJSON(summary))) }
            return .recorded
        } catch {
            Message.error(Message.printable("\(error)"))
            return signals.exitStatus(of: error)
        }
    }
}
