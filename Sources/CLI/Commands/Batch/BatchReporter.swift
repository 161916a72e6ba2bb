import Batch
import Files
import Foundation
import Frames
import Manifest
import Notation
import Recorder

/// Reports a batch: a status line on a terminal, failures as they happen, the log, and the result.
@MainActor
final class BatchReporter {
    private let batch: BatchArguments
    private let check: BatchPlan.Check
    private let work: WorkReporter
    /// Whether only errors are printed.
    private let isQuiet: Bool
    private let log: RunLog?
    private let begun = SuspendingClock.now
    private var lastNote = SuspendingClock.now
    /// The number of pictures of steps that this process has written; `nil` if it has recorded no row.
    private var pictures: Int?

    /// How often progress is reported where there is no terminal.
    private static let interval = Duration.seconds(60)

    /// Creates the reporter of a batch.
    ///
    /// - Parameter log: The log of `--log`.
    init(_ batch: BatchArguments, check: BatchPlan.Check, messages: MessageArguments, log: RunLog?) {
        self.batch = batch
        self.check = check
        work = WorkReporter(quiet: messages.quiet, json: messages.json)
        isQuiet = messages.quiet
        self.log = log
    }

    /// Reports what will be done.
    ///
    /// - Parameter how: Who records the rows.
    func begin(_ how: String, optionColumns: [String] = []) {
        let (done, planned) = (check.states[.done, default: 0], check.planned)
        var parts = ["\(quantity(planned, "row")) to record"]
        if done > 0 { parts.append("\(done) done before") }
        parts.append(how)
        if !optionColumns.isEmpty {
            parts.append("options from columns: \(optionColumns.map { "--\($0)" }.joined(separator: ", "))")
        }
        work.tell(parts.joined(separator: " · "))
    }

    /// Reports that a row begins.
    func begin(_ row: PlannedRow) { log?.add(.started(page: row.page, output: row.output, attempt: 1)) }

    /// Reports that a row is over.
    func finish(_ row: PlannedRow, _ outcome: RowRecorder.Outcome, _ progress: BatchProgress) {
        pictures = (pictures ?? 0) + outcome.pictures.count
        if let failure = outcome.failure {
            work.warn("\(row.output) (line \(row.line)) failed: \(failure.reason)")
        } else if case .success(let summary) = outcome.result {
            for warning in summary.warnings { work.warn("\(row.output) (line \(row.line)): \(warning)") }
        }
        log?.add(.ended(outcome.failure?.status ?? .success, summary: summary(of: row, outcome)))
        show(progress)
    }

    /// Reports progress.
    ///
    /// - Parameter more: What else is to be said.
    func show(_ progress: BatchProgress, _ more: String? = nil) {
        let text = ([line(progress)] + (more.map { [$0] } ?? [])).joined(separator: " · ")
        work.draw(text)
        guard lastNote.duration(to: SuspendingClock.now) >= Self.interval else { return }
        lastNote = SuspendingClock.now
        work.note(text)
    }

    func tell(_ text: String) { work.tell(text) }

    func warn(_ text: String) { work.warn(text) }

    /// Reports the end of the batch.
    func finish(_ progress: BatchProgress, failures: FailedRows.Result, hadTooManyFailures: Bool) {
        let left = progress.planned - progress.over
        let time = begun.duration(to: SuspendingClock.now)
        var parts = ["\(quantity(progress.recorded, "row")) recorded"]
        if failures.count > 0 { parts.append("\(failures.count) failed, see \(failures.path)") }
        if let pictures, pictures > 0 { parts.append(quantity(pictures, "screenshot")) }
        if left > 0 { parts.append("\(left) left" + (hadTooManyFailures ? " after too many failures" : "")) }
        parts.append("took \(time.clockText)")
        parts.append("\(progress.rate(after: time).text(decimals: 1)) a minute")
        // The counts are of this run's rows; `failed` also counts those that failed before.
        let summary: JSONObject = [
            "manifest": batch.manifest, "journal": batch.journalFolder, "rows": check.rows,
            "done": check.states[.done, default: 0], "recorded": progress.recorded, "screenshots": pictures,
            "failed": failures.count,
            "left": left, "failedRows": failures.count > 0 ? failures.path : nil, "wallTime": time.inSeconds,
            "perMinute": progress.rate(after: time),
        ]
        work.finish(summary, lines: [parts.joined(separator: " · ")])
        // Otherwise each row's failure was printed when it happened.
        if isQuiet, let sentence = failures.sentence(rows: check.rows, notBegun: hadTooManyFailures ? left : 0) {
            Message.error(sentence)
        }
    }

    private func line(_ progress: BatchProgress) -> String {
        let time = begun.duration(to: SuspendingClock.now)
        var parts = ["\(progress.over) of \(progress.planned)"]
        if progress.failed > 0 { parts.append("\(progress.failed) failed") }
        parts.append("\(progress.rate(after: time).text(decimals: 1)) a minute")
        if let left = progress.timeLeft(after: time) { parts.append("\(left.clockText) left") }
        return parts.joined(separator: " · ")
    }

    /// The summary of a row that was recorded or uploaded, or failed to be.
    private func summary(of row: PlannedRow, _ outcome: RowRecorder.Outcome) -> any Encodable {
        let attempts = outcome.entry.attempts
        var uploadFailure: String?
        if case .kept(_, let reason) = outcome.entry.result { uploadFailure = reason }
        switch outcome.result {
        case nil:
            if let uploadFailure {
                let error = CommandError(.outputNotWritten, uploadFailure)
                return FailureJSON(error, status: .outputNotWritten, page: row.page, attempts: attempts)
            }
            return ["page": ShownAddress.text(row.page), "output": row.output]
        case .success(let summary):
            let recording = RecordingJSON(summary, attempts: attempts, steps: outcome.pictures)
            return uploadFailure.map { RecordingNotUploaded(recording: recording, error: $0) } ?? recording
        case .failure(let error):
            let status = ExitStatus(error, signal: nil)
            return FailureJSON(error, status: status, page: row.page, attempts: attempts)
        }
    }
}

/// The summary of a recording that could not be uploaded: that of the recording, and the reason.
private struct RecordingNotUploaded: Encodable {
    let recording: RecordingJSON
    let error: String

    private enum CodingKeys: CodingKey { case error }

    func encode(to encoder: any Encoder) throws {
        try recording.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(error, forKey: .error)
    }
}

/// The rows that have failed, as a manifest of their own with the reason of each.
struct FailedRows {
    struct Result {
        let count: Int
        /// The path of the file, which exists only if a row has failed.
        let path: String
        /// The first row that has failed, and why.
        let first: (row: PlannedRow, reason: String)?

        /// Says how many rows have failed, and why the first one did; `nil` if none has.
        ///
        /// - Parameters:
        ///   - rows: The number of rows of this process.
        ///   - notBegun: The number of rows that were not begun after too many failures.
        func sentence(rows: Int, notBegun: Int) -> String? {
            guard let first else { return nil }
            let rest = notBegun > 0 ? " and \(notBegun) did not begin" : ""
            return "\(count) of \(quantity(rows, "row")) failed\(rest), see \(path): the first, "
                + "\(first.row.output) (line \(first.row.line)), failed: \(first.reason)"
        }
    }

    private let plan: BatchPlan

    /// The name of the column with the reason.
    private static let column = "failure"

    init(of plan: BatchPlan) { self.plan = plan }

    /// Writes the manifest, or removes an old one if no row has failed.
    ///
    /// - Throws: `FileError`.
    func write() throws -> Result {
        let folder = plan.arguments.journalFolder
        let journal = try Journal(in: folder, needsUpload: plan.arguments.selection.upload != nil)
        let isCSV = ManifestFormat(fileName: plan.arguments.manifest)?.isTable ?? false
        let name =
            (plan.arguments.selection.shard.map { "failed-\($0.name)" } ?? "failed") + (isCSV ? ".csv" : ".jsonl")
        let path = "\(folder)/\(name)"
        var lines = ""
        var count = 0
        var first: (row: PlannedRow, reason: String)?
        try plan.forEach { row, planned in
            guard let failure = journal.failure(of: planned.output, planned.fingerprint) else { return }
            if count == 0, isCSV { lines += Self.csv(row.columns.names + [Self.column]) }
            lines += isCSV ? Self.csv(row.values + [failure.reason]) : Self.json(row, failure.reason)
            first = first ?? (row: planned, reason: failure.reason)
            count += 1
        }
        do {
            if count > 0 {
                try Data(lines.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } else if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw FileError(.cannotWriteOutput, "The list of failed rows \(path) cannot be written.", cause: error)
        }
        return Result(count: count, path: path, first: first)
    }

    /// Writes a record (RFC 4180).
    private static func csv(_ values: [String]) -> String {
        let fields = values.map { value in
            value.utf8.contains { ",\"\r\n".utf8.contains($0) } ? "\"\(value.escaping(["\"": "\"\""]))\"" : value
        }
        return fields.joined(separator: ",") + "\r\n"
    }

    private static func json(_ row: Row, _ reason: String) -> String {
        String(row.json.dropLast()) + ",\(jsonLine(column)):\(jsonLine(reason))}\n"
    }
}
