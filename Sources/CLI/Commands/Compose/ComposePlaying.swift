import Files
import Foundation
import Frames
import PageServer
import Timeline
import TimelinePlayer

/// Plays a timeline in a browser: first records its pages, then serves it until a signal.
@MainActor
struct ComposePlaying {
    private let command: ComposeCommand
    /// The user's environment.
    private let environment: [String: String]
    private let reporter: WorkReporter
    private let signals = StopSignals()

    /// Prepares to play.
    init(_ command: ComposeCommand, environment: [String: String]) {
        self.command = command
        self.environment = environment
        reporter = WorkReporter(quiet: command.messages.quiet)
    }

    /// Plays until a signal.
    ///
    /// - Throws: `YAMLError`, `FileError`, `PageClipError` or `PageServerError`.
    func run() async throws -> ExitStatus {
        await signals.start()
        do {
            try await signals.run { try await play() }
        } catch {
            reporter.clear()
            guard let status = signals.status else { throw error }
            return status
        }
        return signals.status ?? .success
    }

    private func play() async throws {
        let file = TimelineFile(command: command, probe: FileProbe())
        let plan = try file.plan(of: try file.description(warn: reporter.warn))
        let frames = try file.frames(of: plan)
        // Before pages are recorded, so that an error comes first.
        let server = try await LoopbackServer.start(port: UInt16(command.result.port ?? 0))
        let recorded = try await plan.recordingPages(
            by: .commandLine, onEvent: onMainActor { reporter.show($0) })
        let player = await TimelinePlayer(
            recorded, name: String(command.timeline.fileName), frames: frames, on: server,
            onWarning: onMainActor { reporter.warn($0) })
        reporter.tell("playing \(command.timeline) at \(player.address) (Ctrl-C to stop)")
        openBrowser(at: player.address)
        try await player.run()
    }

    /// Opens a browser, if there is a desktop; the user can open the address otherwise.
    private func openBrowser(at address: String) {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0, default: ""] != "" }
        guard hasDisplay, !command.result.noOpen else { return }
        let isQuiet = command.messages.quiet
        // Some desktops keep xdg-open running as long as the browser.
        Thread.detachNewThread {
            do throws(DesktopProgram.Failure) {
                try DesktopProgram.open(address, inBackground: true)
            } catch {
                if !isQuiet { Message.note("no browser could be opened (\(error)). Open the address in one.") }
            }
        }
    }
}
