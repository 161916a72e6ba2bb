import Encoder
import Frames

/// Renders frames ahead of the encoders, on its own thread.
actor RenderingStage {
    private let executor = EncoderQueue(label: "pagereel.timeline")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Renders every needed frame once and passes it to the lanes.
    ///
    /// - Parameters:
    ///   - makeRenderer: Creates the renderer; called on the stage's thread.
    ///   - lanes: The needed frames and their queues. The queues are finished at the end, or
    ///     discarded after an error.
    ///   - onProgress: Called after each frame.
    /// - Returns: The renderer's warnings.
    /// - Throws: What the renderer throws, or `CancellationError`.
    func render(
        _ makeRenderer: @Sendable () throws -> any FrameRenderer, to lanes: [FrameLane],
        onProgress: @Sendable (TimelineProgress) -> Void
    ) async throws -> [String] {
        do {
            let renderer = try makeRenderer()
            let total = try Self.frameCount(of: lanes)
            var next = [Int](repeating: 0, count: lanes.count)
            var done = 0
            while let frame = Self.nextFrame(of: lanes, next) {
                try Task.checkCancellation()
                let pixels = try renderer.picture(at: frame)
                for (index, lane) in lanes.enumerated() where lane.frame(at: next[index]) == frame {
                    await lane.queue.send(Frame(index: next[index], pixels: pixels))
                    next[index] += 1
                }
                done += 1
                onProgress(TimelineProgress(done: done, total: total))
            }
            for lane in lanes { lane.queue.finish() }
            return renderer.warnings
        } catch {
            for lane in lanes { lane.queue.discard() }
            throw error
        }
    }

    /// The next frame to render.
    private static func nextFrame(of lanes: [FrameLane], _ next: [Int]) -> Int? {
        zip(lanes, next).compactMap { lane, index in lane.frame(at: index) }.min()
    }

    /// The number of frames that at least one lane needs.
    ///
    /// - Throws: `CancellationError`; a long timeline with several outputs takes seconds.
    private static func frameCount(of lanes: [FrameLane]) throws -> Int {
        let selections = lanes.map(\.selection)
        if let most = selections.max(by: { $0.count < $1.count }), selections.allSatisfy(most.contains) {
            return most.count
        }
        var next = [Int](repeating: 0, count: lanes.count)
        var count = 0
        while let frame = nextFrame(of: lanes, next) {
            for (index, lane) in lanes.enumerated() where lane.frame(at: next[index]) == frame { next[index] += 1 }
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
        }
        return count
    }
}

/// The path of frames from the renderer to one output.
struct FrameLane: Sendable {
    /// The frames that the output needs.
    let selection: FrameSelection
    /// The queue to the output; its capacity bounds memory use.
    let queue = FrameQueue(capacity: 3)

    /// The timeline frame of a picture, or `nil` after the last picture.
    func frame(at index: Int) -> Int? { index < selection.count ? selection.frame(at: index) : nil }
}
