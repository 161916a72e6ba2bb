import Encoder
public import Frames
package import LibAV

/// Renders single pictures of a timeline.
///
/// Pictures in ascending order are fast. Each picture belongs to the caller.
public actor ImageGenerator {
    /// The timeline in whole numbers.
    public nonisolated let plan: TimelinePlan
    private let queue = EncoderQueue(label: "pagereel.image-generator")
    private var renderer: TimelineRenderer?

    /// The thread that renders.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Prepares to render a timeline; opens no files yet.
    ///
    /// - Parameter plan: The timeline, without pages.
    public init(_ plan: TimelinePlan) { self.plan = plan }

    /// Renders the picture at a time.
    ///
    /// - Parameter time: A time from the timeline's beginning; the picture is that of the frame that is visible then.
    /// - Returns: The picture, of the canvas's size.
    /// - Throws: ``TimelineError/Code/invalidTimeline`` for a time outside of the timeline, and errors of its files.
    public func image(at time: Duration) throws -> PixelBuffer {
        guard time >= .zero, plan.frameRate.frame(at: time) < plan.frameCount else {
            throw TimelineError(
                .invalidTimeline,
                "There is no picture at \(time.text): the timeline ends at "
                    + "\(plan.frameRate.time(ofFrame: plan.frameCount).text).")
        }
        return try image(atFrame: plan.frameRate.frame(at: time))
    }

    /// Renders the picture of a frame.
    ///
    /// - Parameter frame: The frame's index, from 0 and below the plan's frame count.
    public func image(atFrame frame: Int) throws -> PixelBuffer {
        let renderer = renderer ?? TimelineRenderer(plan)
        self.renderer = renderer
        return try renderer.picture(at: frame)
    }

    /// Warnings about the files of the pictures rendered so far, for the user, as sentences.
    package var warnings: [String] { renderer?.warnings ?? [] }

    /// Renders pictures at several times, each when it is requested.
    ///
    /// - Parameter times: The times; fastest in ascending order.
    /// - Returns: The pictures with their times, in the same order.
    public nonisolated func images(
        at times: [Duration]
    ) -> AsyncThrowingStream<(time: Duration, image: PixelBuffer), any Error> {
        let remaining = RemainingTimes(times)
        return AsyncThrowingStream {
            guard let time = await remaining.next() else { return nil }
            return (time, try await self.image(at: time))
        }
    }

    /// The times of a batch that have not been requested.
    private actor RemainingTimes {
        private var times: ArraySlice<Duration>

        init(_ times: [Duration]) { self.times = times[...] }

        func next() -> Duration? { times.popFirst() }
    }
}

/// Mixes a timeline's sound on its own thread, because decoding blocks.
package actor SoundStage {
    private let plan: TimelinePlan
    private let range: Range<Int>
    private let queue = EncoderQueue(label: "pagereel.sound-stage")
    private var mixer: TimelineMixer?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Plans to mix a range of the timeline's samples; opens no files yet.
    package init(_ plan: TimelinePlan, range: Range<Int>) {
        self.plan = plan
        self.range = range
    }

    /// Mixes the next samples; silence after the end of the range.
    package func read(_ count: Int) throws -> SoundChunk {
        let mixer = try mixer ?? TimelineMixer(plan, range: range)
        self.mixer = mixer
        return try mixer.read(count)
    }

    /// Warnings about the files of the sound mixed so far, for the user, as sentences.
    package var warnings: [String] { mixer?.warnings ?? [] }
}
