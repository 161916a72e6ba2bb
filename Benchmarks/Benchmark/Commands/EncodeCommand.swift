import ArgumentParser
import Encoder
import Foundation
import Frames
import PageRenderer
import Recorder
import TestSupport

/// Paints a page's frames into memory and encodes them from there.
///
/// This isolates the second half of a recording, which it measures itself.
struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Encodes a page's frames from memory.", shouldDisplay: false)

    @OptionGroup var scene: Scene

    func run() throws {
        let scene = self.scene
        let result = try MainLoop.run { try await Self.encode(scene) }
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }

    @MainActor
    private static func encode(_ scene: Scene) async throws -> EncodingMeter.Result {
        let folder = try TemporaryFolder()
        let size = scene.format.size
        let writer = try MovieWriter(
            path: folder.path("alone.mp4"), video: VideoSettings(size: size, frameRate: scene.format.rate),
            soundtrack: nil)
        let length = batchLength(scene)
        let meter = EncodingMeter(writer: writer, size: size, batchLength: length)
        // A queue of one: the page waits while a batch is encoded.
        let queue = FrameQueue(capacity: 1)
        let reader = Task { try await meter.read(queue) }
        let player = ScenePlayer(scene, queue: queue, pool: PixelBufferPool(size: size, capacity: length + 4))
        let frames = try await player.play()
        try await reader.value
        player.close()
        return try await meter.finish(frameCount: frames)
    }

    /// The number of pictures that fit into half of the machine's free memory.
    private static func batchLength(_ scene: Scene) -> Int {
        let bytes = scene.format.size.width * scene.format.size.height * 4
        return max(2, min(scene.frameCount, MemoryUse.availableOnMachine / 2 / bytes))
    }
}
