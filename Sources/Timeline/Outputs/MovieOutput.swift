import Encoder
import Files
import Frames
import LibAV

/// Writes a timeline, or a part of it, as a video with sound.
actor MovieOutput: OutputWriter {
    nonisolated let selection: FrameSelection

    private let path: String
    private let movie: MovieWriter
    private let resizer: PictureResizer
    private let metadata: MovieMetadata
    private var count = 0

    /// The movie's, so that both are one executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe movie.unownedExecutor }

    /// Creates the file and opens the encoders.
    ///
    /// - Parameters:
    ///   - output: The movie to write.
    ///   - plan: The timeline.
    ///   - file: The file, which the caller names or discards.
    /// - Throws: Every `FileError/Code`.
    init(
        _ output: PlannedOutput, of plan: TimelinePlan, as file: OutputFile, _ settings: OutputSettings
    ) throws(FileError) {
        path = output.path
        let frameRate = output.frameRate ?? plan.frameRate
        guard var video = output.video(size: output.size ?? plan.size, frameRate: frameRate) else {
            throw FileError(
                .invalidSettings, "The output '\(path)' does not end like a video. Name it \(MovieContainer.fileNames)."
            )
        }
        selection = output.selection(of: plan)
        video.preset = settings.preset
        if output.rate == nil { video.rate = settings.rate }
        video.threads = settings.threads
        let start = plan.frameRate.samples(ofFrames: output.frames?.lowerBound ?? 0)
        let length = frameRate.samples(ofFrames: selection.count)
        let sound = TimelineSound(plan: plan, range: start..<start + length)
        movie = try MovieWriter(
            file, video: video, sounds: plan.sounds.isEmpty ? [] : [sound], encoding: output.sound,
            creationTime: settings.creationTime, metadata: settings.metadata)
        resizer = PictureResizer(to: video.size)
        metadata = settings.metadata
    }

    func append(_ pixels: PixelBuffer) async throws {
        try await movie.append(Frame(index: count, pixels: resizer.resized(pixels)))
        count += 1
    }

    func finish() async throws -> OutputSummary {
        let summary = try await movie.finish(frameCount: count, chapters: [], metadata: metadata)
        return OutputSummary(
            path: path, size: summary.size, frames: summary.frames, samples: summary.sound?.samples,
            bytes: summary.bytes, warnings: summary.sound?.warnings ?? [])
    }

    func discard() async { await movie.discard() }
}

/// The sound of a part of a timeline, for a movie.
struct TimelineSound: MovieSound {
    /// The timeline whose sounds are mixed.
    let plan: TimelinePlan
    /// The movie's range of the timeline's samples.
    let range: Range<Int>

    var name: String { "timeline" }

    func makeRenderer() throws(FileError) -> any MovieSoundRenderer { try TimelineMixer(plan, range: range) }
}
