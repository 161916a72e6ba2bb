internal import Decoder
internal import Encoder
public import EngineLink
internal import Files
internal import Frames
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
    /// The current take's file, from when it is opened until it is finished or
    /// discarded.
    private let writer = Mutex<MovieWriter?>(nil)

    /// Plans a recording; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: What to record.
    ///   - pool: Engines that are kept between recordings (default: the recording has its own).
    ///   - onEvent: Receives events in order, on a thread of the recording, which
    ///     waits meanwhile.
    public init(
        _ plan: RecordingPlan, from pool: EnginePool? = nil,
        onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in }
    ) {
        self.plan = plan
        self.onEvent = onEvent
        var take = plan.take
        if plan.recordsPageSound { take.options.sound = plan.pageSound.mode == .on ? .required : .ifPossible }
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
        return try await pageRun.run(onEvent: { [self] in handle($0) }) { take in
            defer { writer.withLock { $0 = nil } }
            return try await record(take, since: begun)
        }
    }

    /// Stops recording, as the user would; the file is finished.
    public func interrupt() { pageRun.interrupt() }

    /// Removes at once what has been written so far; the process must exit next.
    public func abort() { writer.withLock(\.self)?.abort() }

    private func handle(_ event: RecordingEvent) {
        if case .caption(let text, let start, let duration) = event {
            writer.withLock(\.self)?.add(SubtitleCue(text: text, start: start, end: start + duration))
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
            try await writer.write(take.queue) { take.fail($0) }
            let (reason, result) = try await take.result()
            // The engine ends while the file is finished.
            take.endEngine()
            var file: FinishedMovie?
            let isIncomplete = [.crashed, .hung, .interrupted].contains(reason)
            if reason == .cancelled || isIncomplete && !plan.keepsIncomplete {
                take.queue.discard()
                await writer.discard()
            } else {
                take.queue.finish()
                if plan.captions == nil, !take.record.captions.isEmpty {
                    take.warn(
                        "The page sent captions, which are left out. Pass --captions and their language, such as en, to "
                            + "write them as a track of subtitles.")
                }
                file = try await writer.complete(
                    frameCount: result.frames, chapters: take.record.chapters,
                    metadata: plan.metadata(title: result.title))
                warn(file?.warnings ?? [], of: take)
            }
            return RecordingSummary(
                plan, take.record, result, reason, format: writer.format, file: file,
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
    private func openWriter(for take: PageTake, creationTime: Int?) throws -> MovieWriter {
        let sounds = try plan.sounds(of: take.sound, isVirtual: plan.options.virtualTime != nil)
        var subtitles = MovieSubtitles()
        subtitles.captions = plan.captions.map { SubtitleTrack(language: $0) }
        let output = try OutputFile(path: plan.output, overwrite: plan.overwritesOutput, nextName: plan.nextOutput)
        let writer = try MovieWriter(
            output, video: plan.videoSettings, sounds: sounds, encoding: plan.sound, subtitles: subtitles,
            creationTime: creationTime,
            metadata: plan.metadata(title: ""))
        self.writer.withLock { $0 = writer }
        warn(writer.warnings, of: take)
        return writer
    }

    /// Passes on a file's warnings; reopening and finishing it repeat them.
    private func warn(_ warnings: [String], of take: PageTake) {
        for warning in warnings where !take.record.warnings.contains(warning) { take.warn(warning) }
    }
}
