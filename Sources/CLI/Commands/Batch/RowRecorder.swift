import Batch
import Encoder
import EngineLink
import Files
import Foundation
import PageSampler
import PageServer
import Recorder
import Synchronization

/// Records rows with engines that are kept between them.
///
/// Any task may use this object.
final class RowRecorder: RowRecording {
    /// A row to record.
    struct Job: Sendable {
        let row: PlannedRow
        /// Whether the batch may replace an existing output.
        let overwrites: Bool
        /// Whether the output is there, and has only to be uploaded.
        let isRecorded: Bool
    }

    /// What became of a row.
    struct Outcome: Sendable {
        /// The line for the journal.
        let entry: JournalEntry
        /// The recording, or the error that prevented it; `nil` if there was nothing to record.
        let result: Result<RecordingSummary, any Error>?
        /// Warnings of the recording, in order.
        let warnings: [String]
        /// Why the row failed; `nil` if it is done.
        var failure: (status: ExitStatus, reason: String)? {
            switch entry.result {
            case .failed(let status, let reason): (ExitStatus(rawValue: status) ?? .internalFailure, reason)
            case .kept(_, let reason): (.outputNotWritten, reason)
            case .begun, .done, .uploaded: nil
            }
        }
    }

    private let commands: RowCommands
    private let server: PageServer?
    private let engines: EnginePool
    private let uploader: Uploader?
    private let retries: Int
    private let retryDelay: Duration
    private let running = Mutex<[Int: Recording]>([:])
    /// The pages, without queries, that turned out to need compositing; otherwise each row of such a page
    /// would load it twice.
    private let compositedPages = Mutex<Set<String>>([])

    /// Stores the settings.
    ///
    /// - Parameters:
    ///   - commands: The commands of the rows.
    ///   - server: The server of the pages' folder, if there is one.
    ///   - concurrency: How many rows are recorded at the same time.
    ///   - uploader: Uploads the videos; `nil` if they stay where they are.
    ///   - retries: How often a row, and then its upload, is tried again.
    ///   - retryDelay: The wait before each of these attempts.
    init(
        _ commands: RowCommands, from server: PageServer?, concurrency: Int, uploader: Uploader?, retries: Int,
        retryDelay: Duration
    ) {
        self.commands = commands
        self.server = server
        engines = EnginePool(capacity: concurrency)
        self.uploader = uploader
        self.retries = retries
        self.retryDelay = retryDelay
    }

    func record(_ job: Job) async -> Outcome {
        let begun = SuspendingClock.now
        let row = job.row
        var attempts = 0
        var result: Result<RecordingSummary, any Error>?
        if !job.isRecorded { (result, attempts) = await recordWithRetries(job) }
        var journaled = result.map(Self.journaled) ?? Self.written(row.output)
        if let uploader, case .done(let stamp) = journaled {
            let failure = await upload(row.output, by: uploader)
            journaled = failure.map { .kept(stamp, reason: $0) } ?? .uploaded(stamp)
        }
        let time = begun.duration(to: SuspendingClock.now)
        return Outcome(
            entry: JournalEntry(
                output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: attempts,
                milliseconds: Int(time / .milliseconds(1)), result: journaled),
            result: result,
            // A failure is in the entry.
            warnings: (try? result?.get())?.warnings ?? [])
    }

    private func recordWithRetries(_ job: Job) async -> (Result<RecordingSummary, any Error>, attempts: Int) {
        var attempts = 0
        var result: Result<RecordingSummary, any Error>
        repeat {
            // A cancelled task goes on at once; the loop ends after it.
            if attempts > 0 { try? await Task.sleep(for: retryDelay) }
            attempts += 1
            do {
                result = .success(try await attempt(job))
            } catch {
                result = .failure(error)
            }
        } while attempts <= retries && Self.mayPass(result) && !Task.isCancelled
        return (result, attempts)
    }

    /// Uploads an output.
    ///
    /// - Returns: What failed in the last attempt, as sentences; `nil` on success.
    private func upload(_ output: String, by uploader: Uploader) async -> String? {
        var failure = await uploader.upload(output)
        for _ in 0..<retries where failure != nil && !Task.isCancelled {
            // As above.
            try? await Task.sleep(for: retryDelay)
            failure = await uploader.upload(output)
        }
        return failure
    }

    func abort() {
        for recording in running.withLock({ Array($0.values) }) { recording.abort() }
        uploader?.abort()
    }

    func drain() async { await engines.drain() }

    private func attempt(_ job: Job) async throws -> RecordingSummary {
        let row = job.row
        var plan = try commands.command(for: row).plan(output: row.output, from: server)
        plan.options.data = row.data
        plan.overwritesOutput = job.overwrites
        plan.keepsIncomplete = false
        // The same on every machine: the number of threads changes what an encoder writes.
        plan.threads = plan.threads ?? 1
        do {
            try FileManager.default.createDirectory(
                atPath: row.output.parentPath, withIntermediateDirectories: true)
        } catch {
            throw FileError(
                .cannotCreateOutput, "The folder \(row.output.parentPath) cannot be created.", cause: error)
        }
        let isAutomatic = plan.options.rendering == .auto
        let page = String(row.page.prefix { $0 != "?" && $0 != "#" })
        if isAutomatic, compositedPages.withLock({ $0.contains(page) }) { plan.options.rendering = .composited }
        let recording = Recording(plan, from: engines)
        running.withLock { $0[row.number] = recording }
        defer { running.withLock { $0[row.number] = nil } }
        let summary = try await recording.run()
        if isAutomatic, summary.rendering == .composited {
            compositedPages.withLock { if $0.count < Self.mostPages { $0.insert(page) } }
        }
        return summary
    }

    /// The number of pages whose rendering is remembered.
    private static let mostPages = 10_000

    /// Whether another attempt may succeed.
    private static func mayPass(_ result: Result<RecordingSummary, any Error>) -> Bool {
        switch result {
        case .success(let summary): [.crashed, .hung].contains(summary.exitReason)
        case .failure(let error): Attempts.mayPass(error)
        }
    }

    private static func journaled(_ result: Result<RecordingSummary, any Error>) -> JournalEntry.Result {
        switch result {
        case .success(let summary):
            let status = ExitStatus(of: summary, signal: nil)
            if status == .unexpected {
                return .failed(status: status.rawValue, reason: summary.unmetExpectations.joined(separator: " "))
            }
            guard status == .recorded, let output = summary.output else {
                return .failed(status: status.rawValue, reason: sentence(for: summary.exitReason))
            }
            return written(output)
        case .failure(let error):
            return .failed(status: ExitStatus(error, signal: nil).rawValue, reason: "\(error)")
        }
    }

    /// The result of an output that was written.
    private static func written(_ output: String) -> JournalEntry.Result {
        FileStamp(of: output).map { .done($0) }
            ?? .failed(status: ExitStatus.outputNotWritten.rawValue, reason: "The output \(output) disappeared.")
    }

    private static func sentence(for reason: ExitReason) -> String {
        switch reason {
        case .cancelled: "The page canceled the recording."
        case .crashed: "The page crashed while it was recorded."
        case .hung: "The page hung while it was recorded."
        case .stopped, .duration, .longestDuration, .interrupted: "The recording was interrupted."
        }
    }
}
