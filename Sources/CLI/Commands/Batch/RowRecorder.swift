import Batch
import Encoder
import EngineLink
import Files
import Foundation
import Glibc
import Notation
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
        /// Whether the batch may replace existing pictures of steps.
        let overwritesPictures: Bool
        /// Whether the output is there, and has only to be uploaded.
        let isRecorded: Bool
    }

    /// What became of a row.
    struct Outcome: Sendable {
        /// The line for the journal.
        let entry: JournalEntry
        /// The recording, or the error that prevented it; `nil` if there was nothing to record.
        let result: Result<RecordingSummary, any Error>?
        /// The pictures of its steps.
        var pictures: [Screenshots.Picture] = []
        /// Why the row failed; `nil` if it is done.
        var failure: (status: ExitStatus, reason: String)? {
            switch entry.result {
            case .failed(let status, let reason): (ExitStatus(rawValue: status) ?? .internalFailure, reason)
            case .unmet(_, let reason): (.unexpected, reason)
            case .kept(_, let reason): (.outputNotWritten, reason)
            case .begun, .done, .uploaded: nil
            }
        }
    }

    private let commands: RowCommands
    private let server: PageServer?
    private let engines: EnginePool
    private let uploader: Uploader?
    private let retries: Retries
    private let log: RunLog?
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
    ///   - log: The log of `--log`, for attempts that are followed by another.
    init(
        _ commands: RowCommands, from server: PageServer?, concurrency: Int, uploader: Uploader?, retries: Retries,
        log: RunLog?
    ) {
        self.commands = commands
        self.server = server
        engines = EnginePool(capacity: concurrency)
        self.uploader = uploader
        self.retries = retries
        self.log = log
    }

    func record(_ job: Job) async -> Outcome {
        let begun = SuspendingClock.now
        let row = job.row
        var attempts = 0
        var result: Result<RecordingSummary, any Error>?
        let pictures = Mutex<[Screenshots.Picture]>([])
        if !job.isRecorded {
            (result, attempts) = await retries.run(while: Self.mayEndBetter) { result, number in
                try await pause(after: Self.reason(of: result), number: number)
            } attempt: { number in
                if number > 1 { await log?.add(.started(page: row.page, output: row.output, attempt: number)) }
                let (summary, taken) = try await attempt(job)
                pictures.withLock { $0 = taken }
                return summary
            }
        }
        var journaled = result.map(Self.journaled) ?? Self.written(row.output)
        if let uploader, case .done(let stamp) = journaled {
            let upload = await retries.run(while: Self.hasFailed) { result, number in
                try await pause(after: Self.reason(of: result), number: number)
            } attempt: { _ in
                // The video last: the row is done when it is there. A command may move pictures, and some steps may not be
                // reached.
                for picture in try self.pictures(of: row) where unsafe access(picture, F_OK) == 0 {
                    try await uploader.upload(picture)
                }
                try await uploader.upload(row.output)
            }
            journaled = Self.journaled(upload.result, of: stamp)
        }
        let time = begun.duration(to: SuspendingClock.now)
        return Outcome(
            entry: JournalEntry(
                output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: attempts,
                milliseconds: Int(time / .milliseconds(1)), result: journaled),
            result: result, pictures: pictures.withLock(\.self))
    }

    /// The paths of the pictures of a row's steps.
    private func pictures(of row: PlannedRow) throws -> [String] {
        let command = try commands.command(for: row)
        let plan = try command.plan(output: row.output, from: server)
        // Rows may share a folder for their pictures.
        return command.pictures.paths(for: plan.take, output: row.output, isPrefixed: true)
    }

    /// Waits between attempts.
    private func pause(after reason: String, number: Int) async throws {
        await log?.add(.retrying(attempt: number, reason: reason))
        try await Task.sleep(for: retries.delay)
    }

    /// Why an attempt failed.
    private static func reason(of result: Result<RecordingSummary, any Error>) -> String {
        switch result {
        case .success(let summary): sentence(for: summary.exitReason)
        case .failure(let error): ShownAddress.hidingSecrets(in: "\(error)")
        }
    }

    private static func reason(of upload: Result<Void, any Error>) -> String {
        if case .failure(let error) = upload { "\(error)" } else { "" }
    }

    func abort() {
        for recording in running.withLock({ Array($0.values) }) { recording.abort() }
        uploader?.abort()
    }

    func drain() async { await engines.drain() }

    private func attempt(_ job: Job) async throws -> (RecordingSummary, [Screenshots.Picture]) {
        let row = job.row
        let command = try commands.command(for: row)
        var plan = try command.plan(output: row.output, from: server)
        plan.overwritesOutput = job.overwrites
        plan.keepsIncomplete = false
        plan.threads = plan.threads ?? PlannedRow.threads
        do {
            try FileManager.default.createDirectory(
                atPath: row.output.parentPath, withIntermediateDirectories: true)
        } catch {
            throw FileError(
                .cannotCreateOutput, "The folder \(row.output.parentPath) cannot be created.", cause: error)
        }
        let isAutomatic = plan.options.rendering == .auto
        let page = row.pageWithoutQuery
        if isAutomatic, compositedPages.withLock({ $0.contains(page) }) { plan.options.rendering = .composited }
        let screenshots = try command.pictures.reserve(
            for: plan.take, output: row.output, isPrefixed: true, overwrite: job.overwritesPictures)
        let recording = Recording(plan, from: engines) { event in
            screenshots?.note(event)
        } onStepStill: {
            screenshots?.add($0)
        }
        running.withLock { $0[row.number] = recording }
        defer { running.withLock { $0[row.number] = nil } }
        let summary: RecordingSummary
        do {
            summary = try await recording.run()
        } catch {
            screenshots?.discard()
            throw error
        }
        let pictures = try screenshots?.place(with: summary.output) ?? []
        if isAutomatic, summary.rendering == .composited {
            compositedPages.withLock { if $0.count < Self.mostPages { $0.insert(page) } }
        }
        return (summary, pictures)
    }

    /// The number of pages whose rendering is remembered.
    private static let mostPages = 10_000

    /// Whether another attempt may succeed.
    private static func mayEndBetter(_ result: Result<RecordingSummary, any Error>) -> Bool {
        switch result {
        case .success(let summary): [.crashed, .hung].contains(summary.exitReason)
        case .failure(let error): Retries.pageMayRecover(from: error)
        }
    }

    private static func journaled(_ result: Result<RecordingSummary, any Error>) -> JournalEntry.Result {
        switch result {
        case .success(let summary):
            let status = ExitStatus(of: summary, signal: nil)
            if status == .unexpected {
                let reason = (summary.unmetExpectations + summary.missedSteps).joined(separator: " ")
                return summary.output.flatMap { FileStamp(of: $0) }.map { .unmet($0, reason: reason) }
                    ?? .failed(status: status.rawValue, reason: reason)
            }
            guard status == .success, let output = summary.output else {
                return .failed(status: status.rawValue, reason: sentence(for: summary.exitReason))
            }
            return written(output)
        case .failure(let error):
            return .failed(status: ExitStatus(error, signal: nil).rawValue, reason: "\(error)")
        }
    }

    private static func hasFailed(_ upload: Result<Void, any Error>) -> Bool {
        if case .failure = upload { true } else { false }
    }

    private static func journaled(_ upload: Result<Void, any Error>, of stamp: FileStamp) -> JournalEntry.Result {
        switch upload {
        case .success: .uploaded(stamp)
        case .failure(let error): .kept(stamp, reason: "\(error)")
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

/// Records the rows of a batch, each in one or more attempts.
protocol RowRecording: Sendable {
    /// Records a row, and uploads its output.
    func record(_ job: RowRecorder.Job) async -> RowRecorder.Outcome

    /// Removes at once what is being written; the process must exit next.
    func abort()

    /// Ends what is kept between rows.
    @MainActor
    func drain() async
}
