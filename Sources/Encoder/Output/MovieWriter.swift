public import Decoder
public import Files
public import Frames
public import LibAV
public import Logging

/// Writes frames, and a soundtrack under them, into a file.
///
/// The encoder's work runs on a thread of its own, which lets the page go
/// first. A file that is not finished is removed: by ``discard()``, after an
/// error, or when the writer goes away.
public actor MovieWriter {
    private let queue = EncoderQueue(label: "pagereel.encoder")
    private let thread: EncoderThread
    private let logger: Logger
    /// How the file is written, as it came out on this machine.
    public nonisolated let format: MovieFormat
    /// What a person should know about it, as sentences.
    public nonisolated let warnings: [String]
    private var movie: MovieFile?
    private var lastKnown = (frames: 0, bytes: 0)

    /// Runs the writer on its own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates the file and opens the encoders.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist; its folder must.
    ///   - video: How the frames become video.
    ///   - soundtrack: What sounds under it, or nothing for a silent video.
    ///   - creationTime: When the recording is made, in seconds since 1970;
    ///     nothing for now.
    ///   - metadata: What is known of it already, for files that say it in
    ///     front.
    ///   - logger: Told what is opened and finished, at the debug level.
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
        // The threads that an encoder starts are scheduled as the one that
        // opens it.
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
        logger.debug(
            "video opened",
            metadata: [
                "path": "\(path)", "size": "\(video.size)", "frame-rate": "\(video.frameRate)",
                "encoder": "\(movie.format.encoder)", "threads": "\(movie.format.threads)",
                "preset": "\(video.preset.rawValue)", "rate": "\(video.rate)",
                "soundtrack": "\(sound?.name ?? "none")",
            ])
    }

    /// Pictures written so far, the repeated ones included.
    public var framesWritten: Int { movie?.framesWritten ?? lastKnown.frames }

    /// Bytes written so far.
    public var bytesWritten: Int { movie?.bytesWritten ?? lastKnown.bytes }

    /// Writes a frame at its place in the video.
    ///
    /// Places between the frame before and this one are filled with the
    /// frame before. The writer keeps the pixels until the next frame comes.
    ///
    /// - Parameter frame: Its index is above all indices before.
    /// - Throws: ``FileError/Code/cannotWriteOutput`` or
    ///   ``FileError/Code/internalFailure``; the file is removed then.
    public func append(_ frame: Frame) throws(FileError) {
        let movie = try openMovie()
        do throws(FileError) {
            try thread.run { () throws(FileError) in try movie.append(frame) }
        } catch {
            discard()
            throw error
        }
    }

    /// Repeats the last picture up to the end, writes the sound to exactly
    /// that length, and completes the file.
    ///
    /// - Parameters:
    ///   - frameCount: The video's length in frames. The frames that were
    ///     written are never taken back, if they are more.
    ///   - chapters: Named places, in any order. If there are some, but none
    ///     at the start, one with the movie's title is put there.
    ///   - metadata: What the file says about itself.
    /// - Throws: Every ``FileError/Code``; the file is removed then.
    public func finish(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) throws(FileError) -> MovieSummary {
        let movie = try openMovie()
        do throws(FileError) {
            let summary = try thread.run { () throws(FileError) in
                try movie.finish(frameCount: frameCount, chapters: chapters, metadata: metadata)
            }
            lastKnown = (summary.frames, summary.bytes)
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
        if let movie { lastKnown = (movie.framesWritten, movie.bytesWritten) }
        movie = nil
    }

    /// Pictures that were converted rather than repeated, for tests.
    var conversions: Int { movie?.conversions ?? 0 }

    private func openMovie() throws(FileError) -> MovieFile {
        guard let movie else {
            throw FileError(.internalFailure, "The video is finished or was given up; nothing can be added to it.")
        }
        return movie
    }
}
