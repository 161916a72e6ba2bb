import Encoder
import Frames
import LibAV
import Recorder

/// Encodes pictures from memory and measures the time.
actor EncodingMeter {
    /// The measurements of encoding.
    struct Result: Codable {
        /// The number of frames of the video.
        var frames = 0
        /// The time of conversion and encoding, from the first frame to the finished file.
        var encoding = Seconds()
        /// The time of converting the same number of pictures alone.
        var conversion = Seconds()
        /// The file's length.
        var bytes = 0
    }

    private let writer: MovieWriter
    private let size: PixelSize
    private let batchLength: Int
    private var batch: [Frame] = []
    private var pictures = 0
    private var last: PixelBuffer?
    private var result = Result()

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - writer: A writer with the settings of a recording.
    ///   - size: The size of the pictures.
    ///   - batchLength: How many pictures fit into memory.
    init(writer: MovieWriter, size: PixelSize, batchLength: Int) {
        self.writer = writer
        self.size = size
        self.batchLength = batchLength
    }

    /// Reads all frames from a queue.
    ///
    /// Whenever the memory is full the frames are encoded, while the page stands still. The last
    /// ones stay in memory.
    func read(_ queue: FrameQueue) async throws {
        for await frame in queue {
            if batch.count == batchLength { try await encodeBatch() }
            batch.append(frame)
            if frame.pixels !== last { pictures += 1 }
            last = frame.pixels
        }
    }

    /// Encodes the rest, finishes the file and measures the conversion.
    func finish(frameCount: Int) async throws -> Result {
        let kept = batch
        try await encodeBatch()
        let watch = Stopwatch()
        let movie = try await writer.finish(
            frameCount: frameCount, chapters: [], metadata: MovieMetadata(title: "", pageAddress: ""))
        result.encoding = result.encoding + watch.elapsed
        result.frames = movie.frames
        result.bytes = movie.bytes
        try measureConversion(of: kept)
        return result
    }

    private func encodeBatch() async throws {
        let watch = Stopwatch()
        for frame in batch { try await writer.append(frame) }
        result.encoding = result.encoding + watch.elapsed
        batch = []
    }

    private func measureConversion(of frames: [Frame]) throws {
        let converter = try PixelConverter(frameSize: size)
        let watch = Stopwatch()
        for frame in frames { try converter.convert(frame.pixels) }
        let elapsed = watch.elapsed
        let factor = Double(pictures) / Double(max(1, converter.conversions))
        result.conversion = Seconds(wall: elapsed.wall * factor, processor: elapsed.processor * factor)
    }
}
