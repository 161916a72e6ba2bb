import Files
import Foundation
import Notation

/// The file of `--log`: one JSON object per line, from any number of runs,
/// also at the same time.
@MainActor
final class RunLog {
    private let path: String
    private let file: LineFile
    private var hasFailed = false

    /// Opens or creates the file.
    ///
    /// - Returns: `nil` without a path, and, after an error message, for a file that cannot be written or is not a log.
    init?(path: String?) {
        guard let path else { return nil }
        do {
            file = try LineFile(path)
        } catch {
            Message.error("The log \(path) cannot be opened: \(error.explanation(at: path))")
            return nil
        }
        guard [nil, UInt8(ascii: "{")].contains(file.firstByte) else {
            Message.error("\(path) is not a log of pagereel, and was not changed. Pass another file to --log.")
            return nil
        }
        self.path = path
    }

    /// Appends a line.
    ///
    /// A failure is reported once, and does not affect the run.
    func add(_ entry: LogEntry) {
        do {
            try file.append(jsonLine(entry.json))
        } catch {
            if !hasFailed {
                let reason = error.isDiskFull ? "the disk is full" : error.text
                Message.error("The log \(path) cannot be written (\(reason)).")
            }
            hasFailed = true
        }
    }
}

/// A line of the log: an event with its time and process.
///
/// Only the keys that apply to the event are there.
struct LogEntry {
    private(set) var json: JSONObject

    private init(event: String, _ members: JSONObject) {
        json = members
        json["time"] = wallTimeText(Int64(Date().timeIntervalSince1970 * 1000))
        json["process"] = getpid()
        json["event"] = event
    }

    /// An attempt to record a page starts.
    ///
    /// - Parameter page: The page as typed; its secrets are not logged.
    static func started(page: String, output: String, attempt: Int) -> LogEntry {
        LogEntry(event: "started", ["page": ShownAddress.text(page), "output": output, "attempt": attempt])
    }

    /// An attempt to make a video of pictures starts.
    static func started(output: String, attempt: Int) -> LogEntry {
        LogEntry(event: "started", ["output": output, "attempt": attempt])
    }

    /// An attempt to compose a timeline starts.
    ///
    /// - Parameter outputs: The outputs of the command line; `nil` for those of the timeline.
    static func started(timeline: String, outputs: [String]?, attempt: Int) -> LogEntry {
        var members: JSONObject = ["timeline": timeline, "attempt": attempt]
        if let outputs { members["outputs"] = outputs }
        return LogEntry(event: "started", members)
    }

    static func warning(_ text: String) -> LogEntry { message(text, of: "warning") }

    /// A line of the page's console (`--verbose`).
    static func console(_ text: String) -> LogEntry { message(text, of: "console") }

    /// An attempt failed, and another follows.
    static func retrying(attempt: Int, reason: String) -> LogEntry {
        var entry = message(reason, of: "retrying")
        entry.json["attempt"] = attempt
        return entry
    }

    /// The run succeeded (exit status 0) or failed.
    static func ended(_ status: ExitStatus, summary: any Encodable) -> LogEntry {
        LogEntry(
            event: status == .success ? "finished" : "failed", ["status": status.rawValue, "summary": summary])
    }

    /// An older output was removed (`--keep`).
    static func removed(_ path: String) -> LogEntry { LogEntry(event: "removed", ["output": path]) }

    /// Something failed after the end, without effect on the exit status.
    static func failure(_ text: String) -> LogEntry { message(text, of: "error") }

    private static func message(_ text: String, of event: String) -> LogEntry {
        LogEntry(event: event, ["message": ShownAddress.hidingSecrets(in: text)])
    }
}
