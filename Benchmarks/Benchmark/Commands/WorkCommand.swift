import ArgumentParser
import Encoder
import Frames
import LibAV
import PageRenderer
import Recorder

/// Repeats one operation, so that its instructions can be counted.
struct WorkCommand: ParsableCommand {
    /// The operation.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        /// Convert pictures whose pixels all differ.
        case convertNoise = "convert-noise"
        /// Convert pictures of a single color.
        case convertFlat = "convert-flat"
        /// Pass frames through the queue, from one task to another.
        case queue
    }

    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Converts or passes on frames, to be counted.", shouldDisplay: false)

    @Argument var kind: Kind
    @Option var frames = 10
    @Option(transform: pixelSize) var size = PixelSize(width: 1280, height: 720)

    func run() throws {
        let (kind, frames, size) = (self.kind, self.frames, self.size)
        try MainLoop.run {
            switch kind {
            case .convertNoise: try Self.convert(frames, size) { $0.fill() }
            case .convertFlat: try Self.convert(frames, size) { _ in }
            case .queue: await Self.pass(frames)
            }
        }
    }

    private static func convert(_ count: Int, _ size: PixelSize, fill: (inout Noise) -> Void) throws {
        let pool = PixelBufferPool(size: size, capacity: 2)
        // Two alternating pictures, because an unchanged one would not be converted again.
        let buffers = [pool.take(), pool.take()].compactMap(\.self)
        for buffer in buffers {
            unsafe buffer.withMutableBytes { bytes in
                unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0x80)
                var noise = unsafe Noise(bytes)
                fill(&noise)
            }
        }
        try FFmpeg.load()
        let converter = try PixelConverter(frameSize: size)
        for index in 0..<count { try converter.convert(buffers[index % buffers.count]) }
    }

    private static func pass(_ count: Int) async {
        let pool = PixelBufferPool(size: PixelSize(width: 16, height: 16), capacity: 16)
        let queue = FrameQueue(capacity: 12)
        let reader = Task.detached {
            for await _ in queue {}
        }
        for index in 0..<count {
            // The queue and its reader hold fewer pictures than the pool has.
            guard await queue.waitForRoom(), let buffer = pool.take() else { break }
            await queue.send(Frame(index: index, pixels: buffer))
        }
        queue.finish()
        await reader.value
    }
}

func pixelSize(_ text: String) throws -> PixelSize {
    guard let format = VideoFormat(argument: "\(text)@30") else {
        throw ValidationError("a size is written WIDTHxHEIGHT, like 1280x720.")
    }
    return format.size
}
