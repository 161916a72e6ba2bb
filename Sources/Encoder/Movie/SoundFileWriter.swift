package import Files
package import Frames
package import LibAV
private import Synchronization

/// Writes the sound of a recording to a file, without its pictures.
///
/// The sound is as long as the video would be. Encoding runs on a dedicated thread, as ``MovieWriter``'s does.
package actor SoundFileWriter: RecordingWriter {
    package nonisolated let warnings: [String] = []
    package nonisolated var movieFormat: MovieFormat? { nil }
    package nonisolated var bytesWritten: Int { progress.bytes.load(ordering: .relaxed) }
    /// The queue on whose thread everything is encoded.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let executor: EncoderQueue
    private let progress = Progress()
    private let format: SoundFileFormat
    private let frameRate: FrameRate
    private let sampleRate: Int
    /// Whether nothing is written if nothing sounds.
    private let isOptional: Bool
    private var file: SoundFile?
    private let output: OutputFile

    /// The samples that are rendered between two looks at whether the task is canceled.
    private static let blockSize = 48_000

    /// Progress that the encoder's thread shares with other threads.
    private final class Progress: Sendable {
        /// Frames that have arrived, and those that were missed before them.
        let frames = Atomic(0)
        let bytes = Atomic(0)
        /// Whether finishing the file is to stop.
        let isCanceled = Atomic(false)
        /// Why encoding the sound failed.
        let failure = Mutex<FileError?>(nil)
    }

    /// Creates the file and opens the encoder.
    ///
    /// - Parameters:
    ///   - output: The output, which belongs to the writer from here on.
    ///   - format: Its format.
    ///   - sound: The sound, rendered on the encoder's thread.
    ///   - encoding: How to encode it.
    ///   - frameRate: Frames per second of the video.
    ///   - metadata: The metadata known so far.
    /// - Throws: Every ``FileError/Code``; the output is then discarded.
    package init(
        _ output: OutputFile, as format: SoundFileFormat, of sound: any MovieSound, encoding: SoundEncoding,
        frameRate: FrameRate, metadata: MovieMetadata
    ) throws(FileError) {
        let executor = EncoderQueue(label: "pagereel.encoder")
        do throws(FileError) {
            file = try executor.compute { () throws(FileError) in
                try SoundFile(
                    output.temporaryPlace, as: format, of: sound, encoding: encoding, metadata: metadata)
            }
        } catch {
            output.discard()
            throw error
        }
        self.executor = executor
        self.output = output
        self.format = format
        self.frameRate = frameRate
        sampleRate = encoding.sampleRate
        isOptional = sound.isOptional
    }

    package func write(
        _ queue: FrameQueue, onWork: (@Sendable ([WorkSpan]) -> Void)? = nil,
        onFailure: @escaping @Sendable (FileError) -> Void
    ) throws(FileError) {
        let work = onWork.map { _ in WorkMeter() }
        // Only the encoder's thread uses the file until it has read the whole queue.
        nonisolated(unsafe) let file = try openFile()
        executor.enqueueComputing { [progress, frameRate] in
            do throws(FileError) {
                while let frame = queue.waitForFrame() {
                    let count = frame.index + 1
                    let encoding = work?.begin(.encode, frame: frame.index)
                    try unsafe file.advance(
                        toAtLeast: frameRate.sampleCount(forFrames: count, sampleRate: SoundFormat.movieSampleRate))
                    progress.frames.store(count, ordering: .relaxed)
                    unsafe progress.bytes.store(file.bytesWritten, ordering: .relaxed)
                    encoding?.end()
                    if let onWork, let work { onWork(work.take()) }
                }
            } catch {
                progress.failure.withLock { $0 = error }
                queue.discard()
                onFailure(error)
            }
        }
    }

    /// Files with sound only have no texts.
    package nonisolated func add(_ caption: SubtitleCue) {}

    package func completeRecording(
        frameCount: Int, chapters: [Chapter], metadata: MovieMetadata
    ) async throws -> FinishedRecording? {
        do {
            let summary = try await withTaskCancellationHandler {
                try finish(frameCount: frameCount)
            } onCancel: { [progress] in
                progress.isCanceled.store(true, ordering: .relaxed)
            }
            try Task.checkCancellation()
            guard let summary else {
                discard()
                return nil
            }
            file = nil
            return FinishedRecording(
                path: try output.commit(), movie: nil, sound: summary, warnings: summary.sound.warnings)
        } catch {
            file = nil
            output.discard()
            throw error
        }
    }

    /// Completes the file; returns `nil` if nothing sounded and the file is not to be written then.
    private func finish(frameCount: Int) throws(FileError) -> SoundFileSummary? {
        let file = try openFile()
        return try executor.compute { [self] () throws(FileError) in
            if let failure = progress.failure.withLock(\.self) { throw failure }
            let count = max(frameCount, progress.frames.load(ordering: .relaxed))
            let total = frameRate.sampleCount(forFrames: count, sampleRate: SoundFormat.movieSampleRate)
            guard !isOptional || file.sounds(before: total) else { return nil }
            while file.position < total, !progress.isCanceled.load(ordering: .relaxed) {
                try file.write(min(Self.blockSize, total - file.position), of: total)
            }
            let length = frameRate.sampleCount(forFrames: count, sampleRate: sampleRate)
            let bytes = try file.finish(length: length).bytes
            progress.bytes.store(bytes, ordering: .relaxed)
            return SoundFileSummary(
                format: format, duration: frameRate.time(ofFrame: count), bytes: bytes, sound: file.summary)
        }
    }

    package func discard() {
        guard file != nil else { return }
        file = nil
        output.discard()
    }

    package nonisolated func abort() { output.discard() }

    private func openFile() throws(FileError) -> SoundFile {
        guard let file else {
            throw FileError(.internalFailure, "Nothing can be added to the sound: it is finished or was discarded.")
        }
        return file
    }
}
