public import Decoder
public import Files
public import Frames
import Glibc
public import LibAV
public import Logging
private import Synchronization

/// Encodes frames and an optional soundtrack into a file.
///
/// Encoding runs on a dedicated thread with a lower priority than the page's. The unfinished
/// file is removed by ``discard()``, after an error, or with the writer.
public actor MovieWriter {
    /// The container, codec and encoder; the encoder depends on this machine.
    public nonisolated let format: MovieFormat
    /// Warnings about the encoder for the user, as sentences.
    public nonisolated let warnings: [String]
    /// Frames written so far, including repeated ones.
    public nonisolated var framesWritten: Int { progress.frames.load(ordering: .relaxed) }
    /// Bytes written so far.
    public nonisolated var bytesWritten: Int { progress.bytes.load(ordering: .relaxed) }
    /// The queue on whose thread everything is encoded.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: EncoderQueue
    private let progress = Progress()
    private let logger: Logger
    private var movie: (any MovieStreams)?
    /// The output that ``complete(frameCount:chapters:metadata:)`` gives its name.
    private let output: OutputFile?
    /// What receives the time that work takes, if it is measured.
    private var onWork: (@Sendable ([WorkSpan]) -> Void)?

    /// Progress that the encoder's thread shares with other threads.
    private final class Progress: Sendable {
        let frames = Atomic(0)
        let bytes = Atomic(0)
        /// Whether finishing the file is to stop.
        let isCanceled = Atomic(false)
        /// Why encoding a queue's frames failed.
        let failure = Mutex<FileError?>(nil)
        /// Texts that are not added to the movie yet.
        let captions = Mutex<[SubtitleCue]>([])

        /// Adds the texts that have arrived.
        func addCaptions(to movie: any MovieStreams) {
            for cue in captions.withLock({ waiting in
                defer { waiting.removeAll() }
                return waiting
            }) {
                movie.add(cue)
            }
        }

        func update(from movie: any MovieStreams) {
            frames.store(movie.framesWritten, ordering: .relaxed)
            bytes.store(movie.bytesWritten, ordering: .relaxed)
        }
    }

    /// Creates the file and opens the encoders.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist; its folder must.
    ///   - video: How to encode the frames.
    ///   - soundtrack: The sound under the video; `nil` for a silent video.
    ///   - encoding: How to encode the sound (default: 48 kHz stereo).
    ///   - subtitles: The tracks of subtitles (default: none).
    ///   - creationTime: The file's creation time, in seconds since 1970 (default: now).
    ///   - metadata: The metadata known so far, for containers that store it in front.
    ///   - logger: Logs opening and finishing at the debug level.
    /// - Throws: Every ``FileError/Code``.
    public init(
        path: String, video: VideoSettings, soundtrack: Soundtrack?, encoding: SoundEncoding = SoundEncoding(),
        subtitles: MovieSubtitles = MovieSubtitles(), creationTime: Int? = nil,
        metadata: MovieMetadata = MovieMetadata(pageAddress: ""), logger: Logger = .current
    ) throws(FileError) {
        try self.init(
            OutputPlace(path), output: nil, video: video, sounds: soundtrack.map { [$0] } ?? [], encoding: encoding,
            subtitles: subtitles, creationTime: creationTime, metadata: metadata, logger: logger)
    }

    /// Opens the encoders for an output, for any kind of sound.
    ///
    /// - Parameters:
    ///   - output: The output, which belongs to the writer from here on.
    ///   - sounds: The sound tracks, rendered on the encoder's thread; none for a silent video.
    ///   - encoding: How to encode them.
    /// - Throws: Every ``FileError/Code``; the output is then discarded.
    package init(
        _ output: OutputFile, video: VideoSettings, sounds: [any MovieSound], encoding: SoundEncoding,
        subtitles: MovieSubtitles = MovieSubtitles(), creationTime: Int? = nil, metadata: MovieMetadata
    ) throws(FileError) {
        do throws(FileError) {
            try self.init(
                output.temporaryPlace, output: output, video: video, sounds: sounds, encoding: encoding,
                subtitles: subtitles, creationTime: creationTime, metadata: metadata, logger: .current)
        } catch {
            output.discard()
            throw error
        }
    }

    private init(
        _ place: OutputPlace, output: OutputFile?, video: VideoSettings, sounds: [any MovieSound],
        encoding: SoundEncoding, subtitles: MovieSubtitles, creationTime: Int?, metadata: MovieMetadata, logger: Logger
    ) throws(FileError) {
        try self.init(output: output, logger: logger) { progress throws(FileError) in
            if video.container.isAnimation {
                return try AnimationFile(place, video) { progress.isCanceled.load(ordering: .relaxed) }
            }
            return try MovieFile(
                place, video: video, sounds: sounds, as: encoding, subtitles: subtitles,
                creationTime: creationTime ?? time(nil), metadata: metadata)
        }
        logger.debug(
            "video opened",
            metadata: [
                "path": "\(place.name)", "size": "\(video.size)", "frame-rate": "\(video.frameRate)",
                "encoder": "\(format.encoder)", "threads": "\(format.threads)",
                "preset": "\(video.preset.rawValue)", "rate": "\(video.rate)",
                "soundtrack": "\(sounds.isEmpty ? "none" : sounds.map(\.name).joined(separator: ", "))",
            ])
    }

    /// Prepares to copy pictures into an output, beside any kind of sound; ``finish(frameCount:chapters:metadata:)`` writes
    /// them all.
    ///
    /// - Parameters:
    ///   - output: The output, which belongs to the writer from here on.
    ///   - pictures: The coded pictures.
    ///   - container: The container of the file.
    ///   - frameRate: The frame rate of the pictures.
    ///   - sounds: The sound tracks, rendered on the encoder's thread; none for a silent video.
    ///   - encoding: How to encode them.
    /// - Throws: Every ``FileError/Code``; the output is then discarded.
    package init(
        _ output: OutputFile, copying pictures: CopiedPictures, as container: MovieContainer, frameRate: FrameRate,
        sounds: [any MovieSound], encoding: SoundEncoding, subtitles: MovieSubtitles, creationTime: Int? = nil,
        metadata: MovieMetadata
    ) throws(FileError) {
        do throws(FileError) {
            try self.init(output: output, logger: .current) { progress throws(FileError) in
                try CopiedMovieFile(
                    output.temporaryPlace, pictures, as: container, frameRate: frameRate, sounds: sounds,
                    encoding: encoding, subtitles: subtitles, creationTime: creationTime ?? time(nil),
                    metadata: metadata
                ) { movie in
                    progress.update(from: movie)
                    return progress.isCanceled.load(ordering: .relaxed)
                }
            }
        } catch {
            output.discard()
            throw error
        }
    }

    /// Opens the file on the encoder's thread.
    private init(
        output: OutputFile?, logger: Logger, _ open: @escaping (Progress) throws(FileError) -> any MovieStreams
    ) throws(FileError) {
        self.logger = logger
        self.output = output
        // An encoder's threads inherit the scheduling policy of the thread that opens it.
        let executor = EncoderQueue(label: "pagereel.encoder")
        let movie = try executor.compute { [progress] () throws(FileError) in try open(progress) }
        self.executor = executor
        format = movie.format
        warnings = movie.warnings
        self.movie = movie
        progress.update(from: movie)
    }

    /// Writes a frame at its index in the video.
    ///
    /// The previous frame fills any gap before it. The writer keeps the pixels until the next
    /// frame arrives.
    ///
    /// - Parameter frame: Its index must be greater than all previous ones.
    /// - Throws: ``FileError/Code/cannotWriteOutput`` or ``FileError/Code/internalFailure``;
    ///   the file is then removed.
    public func append(_ frame: Frame) throws(FileError) {
        let movie = try openMovie()
        do throws(FileError) {
            try executor.compute { [progress] () throws(FileError) in
                try movie.append(frame)
                progress.update(from: movie)
            }
        } catch {
            discard()
            throw error
        }
    }

    /// Writes a decoded picture as the next frame.
    ///
    /// - Parameter picture: A picture of the video's size, pixel format and colors.
    /// - Throws: As ``append(_:)``; the file is then removed.
    package func append(_ picture: VideoPicture) throws(FileError) {
        let movie = try openMovie()
        do throws(FileError) {
            try executor.compute { [progress] () throws(FileError) in
                try movie.append(picture)
                progress.update(from: movie)
            }
        } catch {
            discard()
            throw error
        }
    }

    /// Writes a queue's frames until the queue ends; returns at once.
    ///
    /// The encoder's thread reads the queue, and writes each frame as ``append(_:)`` does. End
    /// the queue before calling ``discard()`` or ``finish(frameCount:chapters:metadata:)``,
    /// which both wait for that.
    ///
    /// - Parameters:
    ///   - queue: The frames; discarded if encoding fails.
    ///   - onWork: Receives what the time was spent on after each frame and at the end, on the encoder's thread
    ///     (default: nothing is measured).
    ///   - onFailure: Called once if encoding fails, on the encoder's thread.
    ///     ``finish(frameCount:chapters:metadata:)`` throws the same error.
    /// - Throws: ``FileError/Code/internalFailure`` if the file is already finished or
    ///   discarded.
    package func write(
        _ queue: FrameQueue, onWork: (@Sendable ([WorkSpan]) -> Void)? = nil,
        onFailure: @escaping @Sendable (FileError) -> Void
    ) throws(FileError) {
        self.onWork = onWork
        // Only the encoder's thread uses the movie until it has read the whole queue.
        nonisolated(unsafe) let movie = try openMovie()
        if onWork != nil { unsafe movie.work = WorkMeter() }
        executor.enqueueComputing { [progress] in
            do throws(FileError) {
                while let frame = queue.waitForFrame() {
                    unsafe progress.addCaptions(to: movie)
                    try unsafe movie.append(frame)
                    unsafe progress.update(from: movie)
                    if let onWork, let work = unsafe movie.work { onWork(work.take()) }
                }
            } catch {
                progress.failure.withLock { $0 = error }
                queue.discard()
                onFailure(error)
            }
        }
    }

    /// Adds a text to ``MovieSubtitles/captions``; from any thread, in order of their starts.
    ///
    /// In Matroska and WebM, a text that begins more than a few seconds before the frames written last may come too late.
    package nonisolated func add(_ caption: SubtitleCue) { progress.captions.withLock { $0.append(caption) } }

    /// Completes the file.
    ///
    /// Repeats the last frame up to `frameCount`, and writes exactly as much sound.
    ///
    /// - Parameters:
    ///   - frameCount: The video's length in frames. If more were written, they stay.
    ///   - chapters: The chapters, in any order. If none begins at the start, one with the
    ///     movie's title is added there.
    ///   - metadata: The file's metadata.
    /// - Throws: Every ``FileError/Code``; the file is then removed.
    public func finish(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) throws(FileError) -> MovieSummary {
        let movie = try openMovie()
        do throws(FileError) {
            let summary = try executor.compute { [progress] () throws(FileError) in
                if let failure = progress.failure.withLock(\.self) { throw failure }
                progress.addCaptions(to: movie)
                let summary = try movie.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
                progress.frames.store(summary.frames, ordering: .relaxed)
                progress.bytes.store(summary.bytes, ordering: .relaxed)
                return summary
            }
            if let onWork, let work = movie.work { onWork(work.take()) }
            self.movie = nil
            logger.debug("video finished", metadata: ["frames": "\(summary.frames)", "bytes": "\(summary.bytes)"])
            return summary
        } catch {
            discard()
            throw error
        }
    }

    /// Finishes the file and gives its output its name.
    ///
    /// - Returns: The movie. If the task is canceled later, the file stays.
    /// - Throws: ``FileError``, `CancellationError`; the output is then discarded.
    package func complete(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) async throws -> FinishedMovie {
        guard let output else {
            throw FileError(.internalFailure, "A movie without an output cannot be completed.")
        }
        do {
            let movie = try await finishUnlessCanceled(frameCount: frameCount, chapters: chapters, metadata: metadata)
            try Task.checkCancellation()
            return FinishedMovie(
                path: try output.commit(), movie: movie, warnings: warnings + (movie.sound?.warnings ?? []))
        } catch {
            output.discard()
            throw error
        }
    }

    /// Completes the file as ``finish(frameCount:chapters:metadata:)`` does, or stops soon if the task is canceled.
    ///
    /// - Throws: ``FileError``, `CancellationError`; the file is then removed.
    package func finishUnlessCanceled(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) async throws -> MovieSummary {
        do {
            return try await withTaskCancellationHandler {
                try finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
            } onCancel: { [progress] in
                progress.isCanceled.store(true, ordering: .relaxed)
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    /// Removes the unfinished file and frees everything.
    ///
    /// Does nothing if the file is finished.
    public func discard() {
        guard movie != nil else { return }
        movie = nil
        output?.discard()
    }

    /// Removes the unfinished output at once, without waiting for the encoder; the process must
    /// exit next.
    package nonisolated func abort() { output?.discard() }

    /// Frames that were converted rather than repeated, for tests.
    var conversions: Int { movie?.conversions ?? 0 }

    private func openMovie() throws(FileError) -> any MovieStreams {
        guard let movie else {
            throw FileError(.internalFailure, "Nothing can be added to the video: it is finished or was discarded.")
        }
        return movie
    }
}
