import ArgumentParser
import Encoder
import Frames
import LibAV
import PageRenderer
import Recorder
import TestSupport

/// Compares two ways from a queue to the file.
///
/// Either the encoder's thread reads the queue itself, or a task reads it and hands over each
/// frame.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Compares the ways from a queue of frames to the file.", shouldDisplay: false)

    @Option var frames = 3000
    @Option(transform: pixelSize) var size = PixelSize(width: 1280, height: 720)
    @Option(help: "How often both ways are measured, in turn.") var rounds = 7

    private enum Way: String, CaseIterable { case thread, task }

    func run() throws {
        let (frames, size, rounds) = (self.frames, self.size, self.rounds)
        try MainLoop.run {
            let pictures = Self.pictures(size)
            var measured: [Way: [Seconds]] = [:]
            for round in 0..<rounds {
                // Alternate, so that each is first equally often.
                for way in round.isMultiple(of: 2) ? Way.allCases : Way.allCases.reversed() {
                    measured[way, default: []].append(try await Self.write(frames, pictures, way))
                }
            }
            for way in Way.allCases {
                let all = measured[way] ?? []
                let (wall, processor) = (all.map(\.wall).sorted(), all.map(\.processor).sorted())
                print(
                    "\(way.rawValue): wall \(wall[wall.count / 2]) s (\(wall[0]) to \(wall[wall.count - 1])), "
                        + "processor \(processor[processor.count / 2]) s")
            }
            let ratios = zip(measured[.thread] ?? [], measured[.task] ?? [])
            let walls = ratios.map { $0.wall / $1.wall }.sorted()
            let processors = ratios.map { $0.processor / $1.processor }.sorted()
            print("thread / task: wall \(walls[walls.count / 2]), processor \(processors[processors.count / 2])")
        }
    }

    /// A few pictures with a moving stripe, which are cheap to encode.
    private static func pictures(_ size: PixelSize) -> [PixelBuffer] {
        (0..<8).map { index in
            let picture = PixelBuffer(size: size)
            unsafe picture.withMutableBytes { bytes in
                for row in 0..<size.height {
                    let isStripe = (row + index * 4) % 64 < 8
                    for column in 0..<size.width {
                        unsafe bytes.storeBytes(
                            of: isStripe ? 0x00ff_8040 : 0x0020_2020, toByteOffset: row * picture.stride + column * 4,
                            as: UInt32.self)
                    }
                }
            }
            return picture
        }
    }

    @MainActor
    private static func write(_ count: Int, _ pictures: [PixelBuffer], _ way: Way) async throws -> Seconds {
        let folder = try TemporaryFolder()
        let writer = try MovieWriter(
            path: folder.path("out.mp4"), video: VideoSettings(size: pictures[0].size, frameRate: .thirty),
            soundtrack: nil)
        let queue = FrameQueue(capacity: 12)
        let watch = Stopwatch()
        let reader = Task.detached {
            switch way {
            case .thread: try await writer.write(queue) { _ in }
            case .task: for await frame in queue { try await writer.append(frame) }
            }
        }
        await Task.detached {
            for index in 0..<count {
                await queue.send(Frame(index: index, pixels: pictures[index % pictures.count]))
            }
        }.value
        queue.finish()
        try await reader.value
        _ = try await writer.finish(
            frameCount: count, chapters: [], metadata: MovieMetadata(title: "", pageAddress: ""))
        return watch.elapsed
    }
}

private func pixelSize(_ text: String) throws -> PixelSize {
    guard let format = VideoFormat(argument: "\(text)@30") else {
        throw ValidationError("a size is written WIDTHxHEIGHT, like 1280x720.")
    }
    return format.size
}
