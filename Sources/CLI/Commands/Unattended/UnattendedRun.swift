import EngineLink
import Files
import Frames
import Glibc
import Movies
import Notation
import Notifier
import PageServer
import Recorder
import Subprocess
import Timeline

/// A run that nobody has to watch: its lock, its turn in a queue, attempts, messages, log, notification and hooks.
@MainActor
struct UnattendedRun {
    struct Made {
        /// The summary for `--json`, the log and hooks.
        let summary: any Encodable
        /// The summary for people.
        let lines: [String]
        /// Why something else that was asked for could not be made of the video.
        var failure: (any Error)?
        /// The exit status, unless there is a failure.
        var status = ExitStatus.success
        /// Whether the lines have been shown.
        var areLinesShown = false
        /// What is wrong with the result, as sentences.
        var faults: [String] = []
        /// The text for standard output without `--json`.
        var result: String?
        /// What follows exit status 0, before the notification.
        var onSuccess: @MainActor () -> Void = {}
    }

    let arguments: RunArguments
    let messages: MessageArguments
    let environment: [String: String]
    /// The titles of notifications; `ended` for a video with an exit status other than 0.
    let titles: (success: String, ended: String, failure: String)
    /// The queue in which processes take turns.
    let queue: String?
    /// The page as typed, if the run records one.
    ///
    /// Then a failure has a JSON summary, too, and its message says what a signal has stopped.
    let page: String?
    /// Interrupt the run.
    let signals = StopSignals()
    let reporter: WorkReporter
    let log: RunLog?

    /// Prepares a run that makes files of files, and opens its log.
    init(
        _ arguments: RunArguments, messages: MessageArguments, environment: [String: String],
        titles: (success: String, failure: String), queue: String? = nil
    ) {
        self.init(
            arguments, messages: messages, environment: environment,
            titles: (titles.success, titles.success, titles.failure), queue: queue, page: nil)
    }

    /// Prepares a run that records a page, and opens its log.
    init(
        _ arguments: RunArguments, messages: MessageArguments, environment: [String: String], recording page: String
    ) {
        self.init(
            arguments, messages: messages, environment: environment,
            titles: ("Recorded", "Recording ended", "Recording failed"), queue: nil, page: page)
    }

    private init(
        _ arguments: RunArguments, messages: MessageArguments, environment: [String: String],
        titles: (success: String, ended: String, failure: String), queue: String?, page: String?
    ) {
        self.arguments = arguments
        self.messages = messages
        self.environment = environment
        self.titles = titles
        self.queue = queue
        self.page = page
        log = RunLog(path: arguments.log)
        reporter = WorkReporter(quiet: messages.quiet, verbose: messages.verbose, json: messages.json, log: log)
    }

    /// Makes the files, reports, and returns the exit status.
    ///
    /// - Parameter attempt: Makes the files; gets the number of the attempt, from 1.
    func make(_ attempt: (Int) async throws -> Made) async -> ExitStatus {
        await make(after: {}) { _, number in try await attempt(number) }
    }

    /// Makes the files, reports, and returns the exit status.
    ///
    /// - Parameters:
    ///   - prepare: Prepares what all attempts need, once it is this run's turn; its errors are not retried.
    ///   - attempt: Makes the files; gets the preparation and the number of the attempt, from 1.
    ///   - onFailure: Called with the error of the last attempt.
    func make<Preparation>(
        after prepare: () throws -> Preparation, _ attempt: (Preparation, Int) async throws -> Made,
        onFailure: (Preparation, any Error) -> Void = { _, _ in }
    ) async -> ExitStatus {
        var lock: NamedLock?
        var place: WaitingLine.Place?
        // Both are held until hooks and notifications are done, too.
        defer { withExtendedLifetime((lock, place)) {} }
        var outcome: (result: Result<Made, any Error>, attempts: Int)
        do {
            lock = try arguments.lock.map {
                try NamedLock.take($0, patience: arguments.lockWait) { reporter.tell($0) }
            }
            place = try await turn()
            let preparation = try prepare()
            let retries = Retries(count: arguments.retry, delay: arguments.retryDelay ?? .seconds(30))
            outcome = await retries.run(while: mayEndBetter) { result, number in
                if case .failure(let error) = result { try await pause(retries, after: error, number: number) }
            } attempt: { number in
                reporter.restart()
                return try await attempt(preparation, number)
            }
            if case .failure(let error) = outcome.result { onFailure(preparation, error) }
        } catch {
            outcome = (.failure(error), 0)
        }
        await signals.start()
        switch outcome.result {
        case .success(let made): return await conclude(made)
        case .failure(let error): return await conclude(error, attempts: outcome.attempts)
        }
    }

    // MARK: Before and between attempts

    /// Waits for this run's turn in its queue.
    private func turn() async throws -> WaitingLine.Place? {
        guard let queue else { return nil }
        let (place, before) = try MovieQueue.line(named: queue).join()
        guard !before.isEmpty else { return place }
        await signals.start()
        reporter.tell("waiting for \(quantity(before.count, "run")) before this one in the queue '\(queue)'.")
        try await signals.run { try await WaitingLine.wait(for: before) }
        return place
    }

    private func mayEndBetter(_ result: Result<Made, any Error>) -> Bool {
        guard case .failure(let error) = result, signals.status == nil else { return false }
        return page == nil ? Retries.inputMayRecover(from: error) : Retries.pageMayRecover(from: error)
    }

    /// Waits until the next attempt, or for a signal.
    private func pause(_ retries: Retries, after error: any Error, number: Int) async throws {
        log?.add(.retrying(attempt: number, reason: "\(error)"))
        await signals.start()
        if !messages.quiet {
            Message.warning(
                "\(error) Attempt \(number) of \(retries.count + 1) failed; retrying in \(retries.delay.text) "
                    + "(--retry-delay).")
        }
        // A signal cancels the wait; one that comes at its end counts too.
        try? await signals.run { try await Task.sleep(for: retries.delay) }
        if let status = signals.status {
            throw CommandError(status, "Stopped before another attempt began; nothing was written.")
        }
    }

    // MARK: The end

    private func conclude(_ made: Made) async -> ExitStatus {
        let failed = made.failure.map { ExitStatus($0, signal: signals.status) }
        let status = made.status == .success ? failed ?? .success : made.status
        log?.add(.ended(status, summary: made.summary))
        made.faults.forEach(Message.error)
        reporter.finish(made.summary, lines: made.areLinesShown ? [] : made.lines)
        if !messages.json, let result = made.result { Message.result(result) }
        if let failure = made.failure { complain("\(failure) The video itself was saved.") }
        if status == .success { made.onSuccess() }
        notify(
            title: status == .success ? titles.success : titles.ended, text: made.lines.joined(separator: "\n"))
        if status != .success {
            let reasons = made.faults + (made.failure.map { ["\($0)"] } ?? [])
            await mail(titles.ended, reasons + made.lines, status: status)
        }
        await runHook(after: status, summary: made.summary)
        return status
    }

    private func conclude(_ error: any Error, attempts: Int) async -> ExitStatus {
        let status = ExitStatus(error, signal: signals.status)
        let summary = FailureJSON(error, status: status, page: page, attempts: attempts)
        log?.add(.ended(status, summary: summary))
        let count = attempts > 1 ? " It was tried \(attempts) times (--retry)." : ""
        let wasStopped = page == nil && (error is CancellationError || signals.status != nil)
        reporter.fail("\(error)\(count)", wasStopped: wasStopped)
        if page != nil, messages.json { Message.result(jsonLine(summary)) }
        notify(title: titles.failure, text: "\(error)")
        await mail(titles.failure, ["\(error)\(count)"], status: status)
        await runHook(after: status, summary: summary)
        return status
    }

    /// Logs and prints a failure that does not affect the exit status, even with `--quiet`.
    func complain(_ text: String) {
        log?.add(.failure(text))
        Message.error(text)
    }

    /// Shows a desktop notification, if it is asked for and there is a desktop.
    private func notify(title: String, text: String) {
        guard arguments.notify, let bus = SessionBus(environment: environment) else { return }
        DesktopNotification(title: title, text: Message.printable(text)).show(on: bus)
    }

    /// Mails what went wrong, if it is asked for.
    private func mail(_ title: String, _ lines: [String], status: ExitStatus) async {
        guard let recipient = arguments.mailOnFailure else { return }
        let mail = FailureMail(
            recipient: recipient, subject: page.map { "\(title): \(ShownAddress.text($0))" } ?? title,
            lines: lines + ["", "Exit status \(status.rawValue): \(status.meaning)"])
        await perform(FailureMail.command, of: "--mail-on-failure", reading: mail.text)
    }

    /// Runs the user's shell command for an exit status, and waits for its end.
    ///
    /// Its output goes to standard error, since standard output is for results. A signal ends the command with its
    /// children.
    private func runHook(after status: ExitStatus, summary: any Encodable) async {
        let (command, option) =
            status == .success ? (arguments.onFinish, "--on-finish") : (arguments.onFailure, "--on-failure")
        guard let command else { return }
        await perform(command, of: option, reading: jsonLine(summary) + "\n")
    }

    /// Runs a shell command, and waits for its end.
    ///
    /// - Parameters:
    ///   - option: The option that asks for it, for messages.
    ///   - input: Its standard input.
    private func perform(_ command: String, of option: String, reading input: String) async {
        var group: pid_t?
        do {
            let end = try await signals.run {
                if let group { kill(-group, SIGKILL) }
            } task: {
                try await ShellCommand(text: command, environment: environment)
                    .run(reading: input, writingTo: Message.errorDescriptor) { group = $0 }
            }
            switch end {
            case .exited(0): break
            case .exited(let status): complain("The \(option) command exited with status \(status).")
            case .signaled(let number): complain("The \(option) command was killed by signal \(number).")
            }
        } catch {
            complain("Cannot run the \(option) command (\(error)).")
        }
    }
}

/// The summary of a run that failed, for `--json`, the log and hooks.
struct FailureJSON: Codable {
    /// Always `null`.
    @Nullable var output: String?
    let attempts: Int
    let exitReason: String
    let error: String
    /// Left out if the run records no page.
    let page: String?

    /// Describes a failure.
    ///
    /// - Parameter page: The page as typed, if the run records one; its secrets are left out.
    init(_ error: any Error, status: ExitStatus, page: String?, attempts: Int) {
        output = nil
        self.attempts = attempts
        exitReason = (error as? PageError)?.code == .hung ? "hung" : status.word
        self.error = ShownAddress.hidingSecrets(in: "\(error)")
        self.page = page.map { ShownAddress.text($0) }
    }
}

/// How often a failed operation is tried again (`--retry`), and after which wait (`--retry-delay`).
struct Retries: Sendable {
    let count: Int
    let delay: Duration

    /// Runs an operation until an attempt ends for good, or none is left.
    ///
    /// - Parameters:
    ///   - mayEndBetter: Whether another attempt may have a better result.
    ///   - pause: Waits between attempts; gets the last attempt's result and number. Its error ends the attempts.
    ///   - attempt: The operation, which gets the number of the attempt, from 1.
    /// - Returns: The result of the last attempt, and the number of attempts.
    func run<Value>(
        while mayEndBetter: (Result<Value, any Error>) -> Bool,
        pause: (Result<Value, any Error>, Int) async throws -> Void, attempt: (Int) async throws -> Value
    ) async -> (result: Result<Value, any Error>, attempts: Int) {
        var number = 1
        while true {
            var result: Result<Value, any Error>
            do { result = .success(try await attempt(number)) } catch { result = .failure(error) }
            guard number <= count, mayEndBetter(result) else { return (result, number) }
            do { try await pause(result, number) } catch { return (.failure(error), number) }
            number += 1
        }
    }

    /// Whether a page may be recorded after this failure: it did not load, did not start, or crashed before it started.
    static func pageMayRecover(from error: any Error) -> Bool {
        switch error {
        case let error as PageError: [.cannotLoad, .crashed, .hung, .neverStarted].contains(error.code)
        case PageServerError.noPage: true
        default: false
        }
    }

    /// Whether a video may be made of files after this failure: a file cannot be read, or a page failed as a
    /// recording's may.
    static func inputMayRecover(from error: any Error) -> Bool {
        switch error {
        case let error as FileError: error.code == .unreadableInput
        case let error as YAMLError: error.cause.map(inputMayRecover) ?? false
        case let error as PageClipError:
            [.pageNotLoaded, .neverStarted, .pageDied].contains(ExitStatus(error, signal: nil))
        default: pageMayRecover(from: error)
        }
    }
}
