import Decoder
import Encoder
package import Files
import Frames
import LibAV

/// Writes the sound of a timeline, or of a part of it, without pictures.
actor SoundOutput: OutputWriter {
    /// No frames, so that pictures are rendered for other outputs only.
    nonisolated let selection = FrameSelection([])

    private let queue = EncoderQueue(label: "pagereel.sound-output")
    private let path: String
    private let size: PixelSize
    /// The length in samples at 48 kHz, and at the encoded rate.
    private let (total, length): (Int, Int)
    private let warning: String?
    private var file: SoundFile?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Creates the file and opens the encoder.
    ///
    /// - Throws: Every `FileError/Code`.
    init(
        _ output: PlannedOutput, of plan: TimelinePlan, as file: OutputFile, _ settings: OutputSettings
    ) throws(FileError) {
        path = output.path
        size = plan.size
        guard let format = SoundFileFormat(fileName: output.path) else {
            throw FileError(
                .invalidSettings,
                "The output '\(output.path)' does not end like a sound. Name it \(SoundFileFormat.fileNames).")
        }
        try output.requireSound(of: plan)
        let frames = output.frames ?? 0..<plan.frameCount
        let start = plan.frameRate.samples(ofFrames: frames.lowerBound)
        total = plan.frameRate.samples(ofFrames: frames.count)
        length = plan.frameRate.sampleCount(
            forFrames: frames.count, sampleRate: output.movie.sound.sampleRate)
        let sound = try TimelineSound(plan, range: start..<start + total, loudness: output.loudness)
        warning = sound.warning
        self.file = try SoundFile(
            file.temporaryPlace, as: format, of: sound, encoding: output.movie.sound, metadata: settings.metadata)
    }

    func append(_ pixels: PixelBuffer) {}

    func finish() throws -> OutputSummary {
        guard let file else { throw CancellationError() }
        self.file = nil
        var done = 0
        while done < total {
            try Task.checkCancellation()
            let count = min(Self.blockSize, total - done)
            try file.write(count, of: total)
            done += count
        }
        let (bytes, warnings) = try file.finish(length: length)
        return OutputSummary(
            path: path, size: size, frames: 0, samples: total, bytes: bytes,
            warnings: warnings + [warning].compactMap(\.self))
    }

    func discard() { file = nil }

    /// The samples written between two looks at whether the task is canceled.
    private static let blockSize = 48_000
}

extension PlannedOutput {
    /// Checks that a file with sound alone can be written, before anything is rendered.
    ///
    /// - Parameter plan: A plan with any sounds; those of pages show only in their recordings.
    /// - Throws: `FileError`.
    package func requireSound(of plan: TimelinePlan) throws(FileError) {
        do throws(FileError) {
            try SoundFileFormat(fileName: path)?.codec.requireEncoder()
            guard plan.sounds.isEmpty, !plan.hasPages else { return }
            throw FileError(
                .invalidSettings,
                "The output '\(path)' is a file with sound alone, but the timeline has no sound. Add one below audio:.")
        } catch {
            throw error.at(origin)
        }
    }
}

/// The sound of a part of a timeline, for a file.
struct TimelineSound: MovieSound {
    /// Why the sound does not have the loudness asked for; `nil` if it does.
    let warning: String?

    /// The timeline whose sounds are mixed.
    private let plan: TimelinePlan
    /// The file's range of the timeline's samples.
    private let range: Range<Int>
    /// The factor of each sample.
    private let gain: Float

    /// Describes a sound, and measures it if its loudness is to change.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - range: The file's range of the timeline's samples.
    ///   - loudness: The integrated loudness, in LUFS (default: unchanged).
    init(_ plan: TimelinePlan, range: Range<Int>, loudness: Double? = nil) throws(FileError) {
        self.plan = plan
        self.range = range
        guard let loudness else {
            (gain, warning) = (1, nil)
            return
        }
        let (meter, mixer) = (try LoudnessMeter(), try TimelineMixer(plan, range: range))
        while mixer.position < range.count, !Task.isCancelled {
            try meter.add(mixer.read(min(Self.blockSize, range.count - mixer.position)))
        }
        let result = try meter.finish().gain(to: loudness)
        (gain, warning) = (Float(result.factor), result.warning)
    }

    private static let blockSize = 48_000

    var name: String { "timeline" }

    func makeRenderer() throws(FileError) -> any MovieSoundRenderer {
        let mixer = try TimelineMixer(plan, range: range)
        return gain == 1 ? mixer : AmplifiedMixer(mixer, by: gain)
    }
}

/// A timeline's sound with another volume.
private final class AmplifiedMixer: MovieSoundRenderer {
    private let mixer: TimelineMixer
    private let gain: Float

    init(_ mixer: TimelineMixer, by gain: Float) {
        self.mixer = mixer
        self.gain = gain
    }

    var position: Int { mixer.position }
    var loops: Int { 0 }
    var warnings: [String] { mixer.warnings }

    func firmSamples(ofAtLeast total: Int) -> Int { total }

    func render(_ count: Int, total: Int?) throws(FileError) -> SoundChunk {
        var chunk = try mixer.read(count)
        for index in 0..<chunk.count {
            chunk.left[index] *= gain
            chunk.right[index] *= gain
        }
        return chunk
    }
}
