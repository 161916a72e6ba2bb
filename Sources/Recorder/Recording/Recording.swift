internal import Decoder
internal import Encoder
public import EngineLink
internal import Files
public import Frames
public import PageSampler
private import Synchronization

/// One recording, from plan to file.
///
/// A separate process shows the page and ends with the recording, or returns to a pool; the encoder
/// runs on a separate thread. Any task may run a recording, once; several recordings may
/// run at the same time.
public final class Recording: Sendable {
    /// What to record.
    public let plan: RecordingPlan

    private let pageRun: PageRun
    private let onEvent: @Sendable (RecordingEvent) -> Void
    private let onStepStill: @Sendable (StepStill) -> Void
    private let onWork: (@Sendable ([WorkSpan]) -> Void)?
    /// The current take's file, from when it is opened until it is finished or
    /// discarded.
    private let writer = Mutex<(any RecordingWriter)?>(nil)

    /// Plans a recording; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What to record.
    ///   - pool: Engines that are kept between recordings (default: the recording has its own).
    ///   - onEvent: Receives events in order, on a thread of the recording, which
    ///     waits meanwhile.
    ///   - onStepStill: Receives the pictures of steps, in the same way. A page that is loaded again reports
    ///     `RecordingEvent/loading(date:)`, and all its pictures come again.
    ///   - onWork: Receives what the recording's time is spent on, from several threads (default: nothing is measured).
    public init(
        _ plan: RecordingPlan, from pool: EnginePool? = nil,
        onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in },
        onStepStill: @escaping @Sendable (StepStill) -> Void = { _ in },
        onWork: (@Sendable ([WorkSpan]) -> Void)? = nil
    ) {
        self.onWork = onWork
        self.plan = plan
        self.onEvent = onEvent
        self.onStepStill = onStepStill
        var take = plan.take
        if plan.recordsPageSound { take.options.sound = plan.pageSound.mode == .on ? .required : .ifPossible }
        take.measuresWork = onWork != nil
        pageRun = PageRun(of: take, from: pool)
    }

    /// Records the page and finishes the file.
    ///
    /// Canceling the task ends the recording at once; nothing is written.
    ///
    /// - Returns: A summary. If the page canceled, crashed or hung, the summary's exit reason says
    ///   so; no error is thrown.
    /// - Throws: `PageError` or `FileError`. No file was written then, and
    ///   an existing one is unchanged.
    public func run() async throws -> RecordingSummary {
        let begun = SuspendingClock.now
        try plan.validate()
        return try await pageRun.run(
            onEvent: { [self] in handle($0) }, onStepStill: onStepStill, onWork: onWork ?? { _ in }
        ) { take in
            defer { writer.withLock { $0 = nil } }
            return try await record(take, since: begun)
        }
    }

    /// Stops recording, as the user would; the file is finished.
    public func interrupt() { pageRun.interrupt() }

    /// Removes at once what has been written so far; the process must exit next.
    public func abort() { writer.withLock(\.self)?.abort() }

    private func handle(_ event: RecordingEvent) {
        if case .caption(let text, let signaled, let duration) = event {
            let start = plan.captionStart(signaledAt: signaled)
            writer.withLock(\.self)?.add(SubtitleCue(text: text, start: start, end: start + duration))
            return onEvent(.caption(text: text, start: start, duration: duration))
        }
        guard case .progress(var progress) = event else { return onEvent(event) }
        progress.bytes = writer.withLock(\.self)?.bytesWritten ?? 0
        onEvent(.progress(progress))
    }

    // MARK: A take and its file

    private func record(_ take: PageTake, since begun: SuspendingClock.Instant) async throws -> RecordingSummary {
        // A page in real time has the machine's date.
        let creationTime = plan.options.virtualTime?.date.map { Int($0 / 1000) }
        var writer = try openWriter(for: take, creationTime: creationTime)
        do {
            take.begin()
            await take.waitForLoading()
            if take.record.hasLostClock, creationTime != nil {
                await writer.discard()
                writer = try openWriter(for: take, creationTime: nil)
            }
            try await writer.write(take.queue, onWork: onWork) { take.fail($0) }
            let (reason, result) = try await take.result()
            // The engine ends while the file is finished.
            take.endEngine()
            var file: FinishedRecording?
            let isIncomplete = [.crashed, .hung, .interrupted].contains(reason)
            if reason == .cancelled || isIncomplete && !plan.keepsIncomplete {
                take.queue.discard()
                await writer.discard()
            } else {
                take.queue.finish()
                warn(plan.leftOut(of: take.record), of: take)
                file = try await writer.completeRecording(
                    frameCount: result.frames, chapters: take.record.chapters,
                    metadata: plan.metadata(title: result.title))
                guard file != nil || isIncomplete else { throw plan.silentPage }
                warn(file?.warnings ?? [], of: take)
            }
            return RecordingSummary(
                plan, take.record, result, reason, format: writer.movieFormat, file: file,
                wallTime: begun.duration(to: SuspendingClock.now))
        } catch {
            take.queue.discard()
            await writer.discard()
            throw error
        }
    }

    /// Opens the file before the page, so that configuration errors are reported first.
    ///
    /// - Parameter creationTime: The file's creation time, in seconds since 1970 (default: now).
    private func openWriter(for take: PageTake, creationTime: Int?) throws -> any RecordingWriter {
        let sounds = try plan.sounds(of: take.sound, isVirtual: plan.options.virtualTime != nil)
        let writer =
            try plan.soundFormat.map { try soundWriter($0, of: sounds) } ?? movieWriter(of: sounds, creationTime)
        self.writer.withLock { $0 = writer }
        warn(plan.optionWarnings + writer.warnings, of: take)
        return writer
    }

    private func movieWriter(of sounds: [any MovieSound], _ creationTime: Int?) throws -> any RecordingWriter {
        var subtitles = MovieSubtitles()
        subtitles.captions = plan.captions.map { SubtitleTrack(language: $0) }
        let output = try OutputFile(path: plan.output, overwrite: plan.overwritesOutput, nextName: plan.nextOutput)
        return try MovieWriter(
            output, video: plan.videoSettings, sounds: sounds, encoding: plan.sound, subtitles: subtitles,
            creationTime: creationTime,
            metadata: plan.metadata(title: ""))
    }

    private func soundWriter(_ format: SoundFileFormat, of sounds: [any MovieSound]) throws -> any RecordingWriter {
        // The plan has a soundtrack or a page that is heard.
        guard let sound = sounds.first else { throw plan.silentPage }
        let output = try OutputFile(
            path: plan.output, overwrite: plan.overwritesOutput, content: .sound, nextName: plan.nextOutput)
        return try SoundFileWriter(
            output, as: format, of: sound, encoding: plan.sound, frameRate: plan.frameRate,
            metadata: plan.metadata(title: ""))
    }

    /// Passes on a file's warnings; reopening and finishing it repeat them.
    private func warn(_ warnings: [String], of take: PageTake) {
        for warning in warnings where !take.record.warnings.contains(warning) { take.warn(warning) }
    }
}
