import Encoder
import Frames
import Synchronization
import Timeline

/// Renders and encodes pictures of a timeline in any order; fastest in ascending order.
actor PlayedPictures {
    /// The pictures that were rendered last or are being rendered, oldest first.
    ///
    /// A pause shows a picture again whose successors are rendered already; a video would have to be
    /// decoded anew from a key frame.
    private var recent: [(frame: Int, pixels: Task<PixelBuffer, any Error>)] = []
    /// The last encoded picture, because pictures often do not change.
    private var last: (pixels: PixelBuffer, format: StillFormat, file: [UInt8])?
    private let images: ImageGenerator
    private let warnings: PlayerWarnings
    private let queue = EncoderQueue(label: "pagereel.played-pictures")
    private let capacity: Int

    /// The memory for recent pictures, in bytes.
    private static let memory = 64 << 20

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares to render; opens no files yet.
    init(_ images: ImageGenerator, warnings: PlayerWarnings) {
        self.images = images
        self.warnings = warnings
        capacity = min(16, max(2, Self.memory / PixelBuffer.byteCount(of: images.plan.size)))
    }

    /// The file of a frame's picture.
    ///
    /// - Parameters:
    ///   - frame: A frame of the timeline.
    ///   - format: JPEG while playing; then the next frame is rendered meanwhile, too.
    /// - Throws: Errors of the timeline's files.
    func file(ofFrame frame: Int, as format: StillFormat) async throws -> [UInt8] {
        let pixels = try await rendering(ofFrame: frame).value
        if format == .jpeg, frame + 1 < images.plan.frameCount { _ = rendering(ofFrame: frame + 1) }
        if let last, last.pixels === pixels, last.format == format { return last.file }
        let file = try StillWriter.encoded(pixels, as: format)
        last = (pixels, format, file)
        return file
    }

    private func rendering(ofFrame frame: Int) -> Task<PixelBuffer, any Error> {
        if let known = recent.first(where: { $0.frame == frame }) { return known.pixels }
        // Detached, because this actor may be encoding.
        let pixels = Task.detached { [images, warnings] in
            do {
                let pixels = try await images.image(atFrame: frame)
                await warnings.add(images.warnings)
                return pixels
            } catch {
                await self.forget(frame)
                throw error
            }
        }
        recent.append((frame, pixels))
        if recent.count > capacity { recent.removeFirst() }
        return pixels
    }

    /// Lets a frame be rendered again, because a file may be repaired.
    private func forget(_ frame: Int) { recent.removeAll { $0.frame == frame } }
}

/// Reports each warning once, however often its part of the timeline is played.
final class PlayerWarnings: Sendable {
    private let reported = Mutex(Set<String>())
    private let report: @Sendable (String) -> Void

    /// Creates an object that has reported nothing.
    ///
    /// - Parameter report: Called with each warning, on any thread.
    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Reports those of some warnings that are new.
    func add(_ warnings: [String]) {
        for warning in warnings where reported.withLock({ $0.insert(warning).inserted }) { report(warning) }
    }
}
