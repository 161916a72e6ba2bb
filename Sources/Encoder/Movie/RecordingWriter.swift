package import Files
package import Frames
package import LibAV

/// Writes the file of a recording while the page plays.
package protocol RecordingWriter: Actor {
    /// How pictures are written; `nil` for a file with sound only.
    nonisolated var movieFormat: MovieFormat? { get }
    /// Warnings for the user, as sentences.
    nonisolated var warnings: [String] { get }
    /// Bytes written so far.
    nonisolated var bytesWritten: Int { get }

    /// Writes a queue's frames, or the sound under them, until the queue ends; returns at once.
    ///
    /// - Parameters:
    ///   - queue: The frames; discarded if encoding fails.
    ///   - onWork: Receives what the time was spent on, on the encoder's thread; `nil` for nothing.
    ///   - onFailure: Called once if encoding fails, on the encoder's thread.
    /// - Throws: ``FileError/Code/internalFailure`` if the file is already finished or discarded.
    func write(
        _ queue: FrameQueue, onWork: (@Sendable ([WorkSpan]) -> Void)?,
        onFailure: @escaping @Sendable (FileError) -> Void
    ) throws(FileError)

    /// Adds a text to the track of captions, if there is one; from any thread.
    nonisolated func add(_ caption: SubtitleCue)

    /// Finishes the file and gives its output its name.
    ///
    /// - Returns: `nil` if there was nothing to write, because nothing sounded; the output is then discarded.
    /// - Throws: ``FileError``, `CancellationError`; the output is then discarded.
    func completeRecording(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) async throws -> FinishedRecording?

    /// Removes the unfinished file and frees everything.
    func discard()

    /// Removes the unfinished output at once; the process must exit next.
    nonisolated func abort()
}

/// The file of a recording that is complete and has its name.
package struct FinishedRecording: Sendable {
    /// The path of the file.
    package let path: String
    /// The movie; `nil` if the file has sound only.
    package let movie: MovieSummary?
    /// The sound of a file with sound only.
    package let sound: SoundFileSummary?
    /// Warnings for the user, as sentences.
    package let warnings: [String]
}

extension MovieWriter: RecordingWriter {
    package nonisolated var movieFormat: MovieFormat? { format }

    package func completeRecording(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) async throws -> FinishedRecording? {
        let file = try await complete(frameCount: frameCount, chapters: chapters, metadata: metadata)
        return FinishedRecording(path: file.path, movie: file.movie, sound: nil, warnings: file.warnings)
    }
}
