import Batch
import Encoder
import EngineLink
import Files
import Foundation
import PageServer
import Recorder
import Synchronization

/// Records rows, each in one or more attempts.
///
/// Any task may use this object.
final class RowRecorder: Sendable {
    /// A row to record.
    struct Job: Sendable {
        let row: PlannedRow
        /// Whether the batch may replace an existing output.
        let overwrites: Bool
    }

    /// What became of a row.
    struct Outcome: Sendable {
        /// The line for the journal.
        let entry: JournalEntry
        /// The recording, or the error that prevented it.
        let result: Result<RecordingSummary, any Error>
        /// Warnings of the recording, in order.
        let warnings: [String]
    }

    private let commands: RowCommands
    private let server: PageServer?
    private let engines: EnginePool
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
    ///   - engines: The engines that are kept between rows.
    ///   - retries: How often a row is tried again.
    ///   - retryDelay: The wait before each of these attempts.
    init(
        _ commands: RowCommands, from server: PageServer?, engines: EnginePool, retries: Int, retryDelay: Duration
    ) {
        self.commands = commands
        self.server = server
        self.engines = engines
        self.retries = retries
        self.retryDelay = retryDelay
    }

    /// Records a row.
    func record(_ job: Job) async -> Outcome {
        let begun = SuspendingClock.now
        var attempts = 0
        var result: Result<RecordingSummary, any Error>
        repeat {
            if attempts > 0 { try? await Task.sleep(for: retryDelay) }
            attempts += 1
            do {
                result = .success(try await attempt(job))
            } catch {
                result = .failure(error)
            }
        } while attempts <= retries && Self.mayPass(result) && !Task.isCancelled
        let time = begun.duration(to: SuspendingClock.now)
        let (row, warnings) = (job.row, (try? result.get())?.warnings ?? [])
        return Outcome(
            entry: JournalEntry(
                output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: attempts,
                milliseconds: Int(time / .milliseconds(1)), result: Self.journaled(result)),
            result: result, warnings: warnings)
    }

    /// Removes at once what is being written; the process must exit next.
    func abort() { for recording in running.withLock({ Array($0.values) }) { recording.abort() } }

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
            let status = ExitStatus(summary.exitReason, signal: nil)
            guard status == .recorded, let output = summary.output else {
                return .failed(status: status.rawValue, reason: sentence(for: summary.exitReason))
            }
            guard let stamp = FileStamp(of: output) else {
                return .failed(
                    status: ExitStatus.outputNotWritten.rawValue, reason: "The output \(output) disappeared.")
            }
            return .done(stamp)
        case .failure(let error):
            return .failed(status: ExitStatus(error, signal: nil).rawValue, reason: "\(error)")
        }
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
