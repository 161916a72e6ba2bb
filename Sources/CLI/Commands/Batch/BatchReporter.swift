import Batch
import Frames
import Notation
import Recorder

/// Reports a batch: a status line on a terminal, failures as they happen, the log, and the result.
@MainActor
final class BatchReporter {
    private let batch: BatchArguments
    private let check: BatchPlan.Check
    private let work: WorkReporter
    private var log: RunLog?
    private let begun = SuspendingClock.now
    private var lastNote = SuspendingClock.now

    /// How often progress is reported where there is no terminal.
    private static let interval = Duration.seconds(60)

    /// Creates the reporter of a batch.
    ///
    /// - Parameter log: The path of `--log`.
    init(_ batch: BatchArguments, check: BatchPlan.Check, messages: MessageArguments, log path: String?) {
        self.batch = batch
        self.check = check
        work = WorkReporter(quiet: messages.quiet, json: messages.json)
        if let path {
            do { log = try RunLog(path: path) } catch { Message.error(error.description) }
        }
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
        if let failure = outcome.failure {
            work.warn("\(row.output) (line \(row.line)) failed: \(failure.reason)")
        } else {
            for warning in outcome.warnings { work.warn("\(row.output) (line \(row.line)): \(warning)") }
        }
        if let summary = summary(of: row, outcome) {
            log?.add(.ended(outcome.failure?.status ?? .recorded, summary: summary))
        }
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

    /// Prints a message.
    func tell(_ text: String) { work.tell(text) }

    /// Reports the result.
    func finish(_ progress: BatchProgress, failures: FailedRows.Result, hadTooManyFailures: Bool) {
        let left = progress.planned - progress.over
        let time = begun.duration(to: SuspendingClock.now)
        var parts = ["\(quantity(progress.recorded, "row")) recorded"]
        if failures.count > 0 { parts.append("\(failures.count) failed, see \(failures.path)") }
        if left > 0 { parts.append("\(left) left" + (hadTooManyFailures ? " after too many failures" : "")) }
        parts.append("took \(time.clockText)")
        parts.append("\(progress.rate(after: time).text(decimals: 1)) a minute")
        let summary = BatchSummaryJSON(
            manifest: batch.manifest, journal: batch.journalFolder,
            rows: check.rows, done: check.states[.done, default: 0], recorded: progress.recorded,
            failed: failures.count, left: left,
            failedRows: Nullable(wrappedValue: failures.count > 0 ? failures.path : nil),
            wallTime: time.inSeconds, perMinute: progress.rate(after: time))
        work.finish(summary, lines: [parts.joined(separator: " · ")])
    }

    private func line(_ progress: BatchProgress) -> String {
        let time = begun.duration(to: SuspendingClock.now)
        var parts = ["\(progress.over) of \(progress.planned)"]
        if progress.failed > 0 { parts.append("\(progress.failed) failed") }
        parts.append("\(progress.rate(after: time).text(decimals: 1)) a minute")
        if let left = progress.timeLeft(after: time) { parts.append("\(left.clockText) left") }
        return parts.joined(separator: " · ")
    }

    private func summary(of row: PlannedRow, _ outcome: RowRecorder.Outcome) -> (any Encodable)? {
        switch outcome.result {
        case nil: nil
        case .success(let summary): SummaryJSON(summary, attempts: outcome.entry.attempts)
        case .failure(let error):
            FailureJSON(
                page: row.page, status: ExitStatus(error, signal: nil), failure: error,
                attempts: outcome.entry.attempts)
        }
    }
}
