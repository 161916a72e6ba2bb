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
        /// Convert pictures of which nothing is known but their pixels.
        case convert
        /// Convert pictures that differ from the one before in an eighth of their rows.
        case convertPart = "convert-part"
        /// Pass frames through the queue, from one task to another.
        case queue
    }

    static let configuration = CommandConfiguration(
        commandName: "work", abstract: "Converts or passes on frames, to be counted.", shouldDisplay: false)

    /// The size of the pictures.
    static let size = PixelSize(width: 1280, height: 720)

    @Argument var kind: Kind
    @Option var frames = 10

    func run() throws {
        let (kind, frames) = (self.kind, self.frames)
        try MainLoop.run {
            switch kind {
            case .convert: try Self.convert(frames)
            case .convertPart: try Self.convert(frames, changedRows: Self.size.height / 8)
            case .queue: await Self.pass(frames)
            }
        }
    }

    /// Converts pictures in turn.
    ///
    /// - Parameter changedRows: In how many rows, from the top, each differs from the one before; `nil` if that is unknown.
    private static func convert(_ count: Int, changedRows: Int? = nil) throws {
        let pool = PixelBufferPool(size: size, capacity: 2)
        // Two alternating pictures, because an unchanged one would not be converted again.
        let buffers = [pool.take(), pool.take()].compactMap(\.self)
        for buffer in buffers {
            unsafe buffer.withMutableBytes { bytes in
                var noise = unsafe Noise(bytes)
                noise.fill()
            }
        }
        try FFmpeg.load()
        let converter = try PixelConverter(frameSize: size)
        for index in 0..<count {
            let last = buffers[(index + 1) % buffers.count].id
            let changes = changedRows.map { PictureChanges(from: last, in: RangeSet(0..<$0)) }
            try converter.convert(buffers[index % buffers.count], changes)
        }
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
