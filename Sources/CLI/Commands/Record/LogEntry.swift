import Foundation

/// A line of the log: an event with its time and process.
///
/// Keys that do not apply to the event are left out.
struct LogEntry: Encodable {
    private let time = wallTimeText(Int64(Date().timeIntervalSince1970 * 1000))
    private let process = getpid()
    private let event: String
    private var page: String?
    private var output: String?
    private var attempt: Int?
    private var message: String?
    private var status: Int32?
    private var summary: Summary?

    /// A summary of any kind.
    private struct Summary: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private init(_ event: String) { self.event = event }

    /// An attempt starts.
    static func started(page: String, output: String, attempt: Int) -> LogEntry {
        var entry = LogEntry("started")
        (entry.page, entry.output, entry.attempt) = (page, output, attempt)
        return entry
    }

    /// A warning.
    static func warning(_ text: String) -> LogEntry { message("warning", text) }

    /// A line of the page's console (`--verbose`).
    static func console(_ text: String) -> LogEntry { message("console", text) }

    /// An attempt failed, and another follows.
    static func retrying(attempt: Int, reason: String) -> LogEntry {
        var entry = message("retrying", reason)
        entry.attempt = attempt
        return entry
    }

    /// The recording succeeded (exit status 0) or failed.
    static func ended(_ status: ExitStatus, summary: any Encodable) -> LogEntry {
        var entry = LogEntry(status == .recorded ? "finished" : "failed")
        (entry.status, entry.summary) = (status.rawValue, Summary(value: summary))
        return entry
    }

    /// An older output was removed (`--keep`).
    static func removed(_ path: String) -> LogEntry {
        var entry = LogEntry("removed")
        entry.output = path
        return entry
    }

    /// Something failed after the end, without effect on the exit status.
    static func failure(_ text: String) -> LogEntry { message("error", text) }

    private static func message(_ event: String, _ text: String) -> LogEntry {
        var entry = LogEntry(event)
        entry.message = text
        return entry
    }
}
