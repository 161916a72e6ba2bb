import Foundation
import Notation

/// A line of the log: an event with its time and process.
///
/// Keys that do not apply to the event are left out.
struct LogEntry: Encodable {
    private let time = wallTimeText(Int64(Date().timeIntervalSince1970 * 1000))
    private let process = getpid()
    private let event: String
    private var page: String?
    private var timeline: String?
    private var output: String?
    private var outputs: [String]?
    private var attempt: Int?
    private var message: String?
    private var status: Int32?
    private var summary: Summary?

    /// A summary of any kind.
    private struct Summary: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    /// An attempt to record a page starts.
    ///
    /// - Parameter page: The page as typed; its secrets are not logged.
    static func started(page: String, output: String, attempt: Int) -> LogEntry {
        LogEntry(event: "started", page: ShownAddress.text(page), output: output, attempt: attempt)
    }

    /// An attempt to make a video of pictures starts.
    static func started(output: String, attempt: Int) -> LogEntry {
        LogEntry(event: "started", output: output, attempt: attempt)
    }

    /// An attempt to compose a timeline starts.
    ///
    /// - Parameter outputs: The outputs of the command line; `nil` for those of the timeline.
    static func started(timeline: String, outputs: [String]?, attempt: Int) -> LogEntry {
        LogEntry(event: "started", timeline: timeline, outputs: outputs, attempt: attempt)
    }

    /// A warning.
    static func warning(_ text: String) -> LogEntry {
        LogEntry(event: "warning", message: ShownAddress.hidingSecrets(in: text))
    }

    /// A line of the page's console (`--verbose`).
    static func console(_ text: String) -> LogEntry {
        LogEntry(event: "console", message: ShownAddress.hidingSecrets(in: text))
    }

    /// An attempt failed, and another follows.
    static func retrying(attempt: Int, reason: String) -> LogEntry {
        LogEntry(event: "retrying", attempt: attempt, message: ShownAddress.hidingSecrets(in: reason))
    }

    /// The run succeeded (exit status 0) or failed.
    static func ended(_ status: ExitStatus, summary: any Encodable) -> LogEntry {
        LogEntry(
            event: status == .recorded ? "finished" : "failed", status: status.rawValue,
            summary: Summary(value: summary))
    }

    /// An older output was removed (`--keep`).
    static func removed(_ path: String) -> LogEntry { LogEntry(event: "removed", output: path) }

    /// Something failed after the end, without effect on the exit status.
    static func failure(_ text: String) -> LogEntry {
        LogEntry(event: "error", message: ShownAddress.hidingSecrets(in: text))
    }
}
