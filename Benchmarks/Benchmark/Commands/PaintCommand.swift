import ArgumentParser
import Foundation
import Frames
import PageRenderer
import Recorder

/// Paints a page's frames and discards them.
///
/// This isolates the first half of a recording, which is measured from outside.
struct PaintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paint", abstract: "Paints a page's frames and throws them away.", shouldDisplay: false)

    /// The marks that are printed when frames begin and when they are done.
    static let startMark = "benchmark: painting"
    static let endMark = "benchmark: painted"

    @OptionGroup var scene: Scene

    func run() throws {
        let scene = self.scene
        try MainLoop.run {
            let pool = PixelBufferPool(ofRecording: scene.format.size)
            let queue = FrameQueue(of: pool)
            let reader = Task.detached {
                var count = 0
                for await _ in queue { count += 1 }
                return count
            }
            let player = ScenePlayer(scene, queue: queue, pool: pool) { Self.say(Self.startMark) }
            let frames = try await player.play()
            let count = await reader.value
            Self.say(Self.endMark)
            // Do not end the page before all processes have been measured; they end with it.
            _ = FileHandle.standardInput.readDataToEndOfFile()
            player.close()
            guard frames == scene.frameCount, count == frames else {
                throw ScenePlayer.Failure(description: "\(frames) frames, \(count) of them painted")
            }
        }
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
