public import Decoder
public import Files
public import Frames
public import LibAV
public import Logging
private import Synchronization

/// Writes frames, and a soundtrack under them, into a file.
///
/// Encoding runs on a dedicated thread, which yields to the page's. An unfinished
/// file is removed by ``discard()``, after an error, or with the writer.
public actor MovieWriter {
    /// How the file is written, which depends on this machine's encoders.
    public nonisolated let format: MovieFormat
    /// What the user should know about the encoder, as sentences.
    public nonisolated let warnings: [String]
    /// Frames written so far, repeated ones included.
    public nonisolated var framesWritten: Int { progress.frames.load(ordering: .relaxed) }
    /// Bytes written so far.
    public nonisolated var bytesWritten: Int { progress.bytes.load(ordering: .relaxed) }
    /// Runs the writer on its own queue: its methods wait for the encoder's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let executor = EncoderQueue(label: "pagereel.encoder")
    private let thread: EncoderThread
    private let progress = Progress()
    private let logger: Logger
    private var movie: MovieFile?

    /// What the encoder's thread tells the others.
    private final class Progress: Sendable {
        let frames = Atomic(0)
        let bytes = Atomic(0)
        /// Why the frames of a queue could not be encoded.
        let failure = Mutex<FileError?>(nil)

        func update(from movie: MovieFile) {
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
    ///   - creationTime: The file's creation time, in seconds since 1970 (default:
    ///     now).
    ///   - metadata: What is known already, for files that have metadata in front.
    ///   - logger: Receives what is opened and finished, at the debug level.
    /// - Throws: Every ``FileError/Code``.
    public init(
        path: String, video: VideoSettings, soundtrack: Soundtrack?, creationTime: Int? = nil,
        metadata: MovieMetadata = MovieMetadata(pageAddress: ""), logger: Logger = .current
    ) throws(FileError) {
        try self.init(
            path: path, video: video, sound: soundtrack, creationTime: creationTime, metadata: metadata, logger: logger)
    }

    /// Creates the file and opens the encoders, for any kind of sound.
    ///
    /// - Parameter sound: Rendered on the encoder's thread.
    package init(
        path: String, video: VideoSettings, sound: (any MovieSound)?, creationTime: Int? = nil,
        metadata: MovieMetadata = MovieMetadata(pageAddress: ""), logger: Logger = .current
    ) throws(FileError) {
        self.logger = logger
        // An encoder's threads inherit the scheduling of the one that opens it.
        let thread = EncoderThread()
        let movie = try thread.run { () throws(FileError) in
            try MovieFile(
                path: path, video: video, sound: sound, creationTime: creationTime ?? CalendarTime.now,
                metadata: metadata)
        }
        self.thread = thread
        format = movie.format
        warnings = movie.warnings
        self.movie = movie
        progress.update(from: movie)
        logger.debug(
            "video opened",
            metadata: [
                "path": "\(path)", "size": "\(video.size)", "frame-rate": "\(video.frameRate)",
                "encoder": "\(movie.format.encoder)", "threads": "\(movie.format.threads)",
                "preset": "\(video.preset.rawValue)", "rate": "\(video.rate)",
                "soundtrack": "\(sound?.name ?? "none")",
            ])
    }

    /// Writes a frame at its place in the video.
    ///
    /// The frame before fills the places in between. The writer keeps the pixels
    /// until the next frame comes.
    ///
    /// - Parameter frame: Its index is greater than all indices before.
    /// - Throws: ``FileError/Code/cannotWriteOutput`` or
    ///   ``FileError/Code/internalFailure``; the file is removed then.
    public func append(_ frame: Frame) throws(FileError) {
        let movie = try openMovie()
        do throws(FileError) {
            try thread.run { [progress] () throws(FileError) in
                try movie.append(frame)
                progress.update(from: movie)
            }
        } catch {
            discard()
            throw error
        }
    }

    /// Writes a queue's frames until the queue ends; does not wait.
    ///
    /// The encoder's thread reads the queue itself, frame by frame as
    /// ``append(_:)`` writes them. End the queue before ``discard()``, which waits
    /// for the thread, as ``finish(frameCount:chapters:metadata:)`` does.
    ///
    /// - Parameters:
    ///   - queue: Discarded if encoding fails.
    ///   - onFailure: Called once if encoding fails, on the encoder's thread.
    ///     ``finish(frameCount:chapters:metadata:)`` throws the same error.
    /// - Throws: ``FileError/Code/internalFailure`` if the file is finished or
    ///   discarded.
    package func write(
        _ queue: FrameQueue, onFailure: @escaping @Sendable (FileError) -> Void
    ) throws(FileError) {
        // Only the encoder's thread uses it until that has read the queue.
        nonisolated(unsafe) let movie = try openMovie()
        thread.start { [progress] in
            do throws(FileError) {
                while let frame = queue.waitForFrame() {
                    try movie.append(frame)
                    progress.update(from: movie)
                }
            } catch {
                progress.failure.withLock { $0 = error }
                queue.discard()
                onFailure(error)
            }
        }
    }

    /// Repeats the last picture up to the end, writes the sound to exactly that
    /// length, and completes the file.
    ///
    /// - Parameters:
    ///   - frameCount: The video's length in frames. Frames beyond it that were
    ///     written already stay.
    ///   - chapters: Named places, in any order. If none is at the start, one with
    ///     the movie's title is added there.
    ///   - metadata: The file's metadata.
    /// - Throws: Every ``FileError/Code``; the file is removed then.
    public func finish(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) throws(FileError) -> MovieSummary {
        let movie = try openMovie()
        do throws(FileError) {
            let summary = try thread.run { [progress] () throws(FileError) in
                if let failure = progress.failure.withLock(\.self) { throw failure }
                let summary = try movie.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
                progress.frames.store(summary.frames, ordering: .relaxed)
                progress.bytes.store(summary.bytes, ordering: .relaxed)
                return summary
            }
            self.movie = nil
            logger.debug("video finished", metadata: ["frames": "\(summary.frames)", "bytes": "\(summary.bytes)"])
            return summary
        } catch {
            discard()
            throw error
        }
    }

    /// Frees everything and removes the unfinished file.
    ///
    /// Does nothing once the file is finished.
    public func discard() {
        guard movie != nil else { return }
        // The thread may be reading a queue that has just ended.
        thread.run {}
        movie = nil
    }

    /// Frames that were converted rather than repeated, for tests.
    var conversions: Int { movie?.conversions ?? 0 }

    private func openMovie() throws(FileError) -> MovieFile {
        guard let movie else {
            throw FileError(.internalFailure, "The video is finished or was given up; nothing can be added to it.")
        }
        return movie
    }
}
