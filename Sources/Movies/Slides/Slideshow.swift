internal import Composition
import Decoder
internal import Encoder
import Files
internal import Frames

/// Supplies the pictures of a slide show on demand.
///
/// At most two slides are open at once. Runs on its own queue.
public actor Slideshow: FrameSource {
    private let queue = SourceQueue(label: "pagereel.slides")
    private let plan: SlideshowPlan
    private var times: SlideTimes?
    private var canvas: SlideCanvas?
    /// The next frame of the video, and the slide that it shows.
    ///
    /// In a transition, the index is that of the outgoing slide; the incoming one follows it.
    private var (position, index) = (0, 0)
    private var (current, following): (SlidePictures?, SlidePictures?)

    /// The executor of the show's own queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates a slide show; reads no files yet.
    public init(_ plan: SlideshowPlan) { self.plan = plan }

    /// Inspects every file and computes the times of the slides.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for the first file that is missing or not a
    ///   picture, ``FileError/Code/invalidSettings`` for contradictory times, `CancellationError`.
    public func open() async throws -> FrameFormat {
        guard let first = plan.slides.first else {
            throw FileError(.invalidSettings, "A video needs a picture at least.")
        }
        guard plan.overlap == .zero || plan.transition == .fade || !plan.isTransparent else {
            throw FileError(
                .invalidSettings, "With transparency pictures give way to each other by a fade or a cut only.")
        }
        var durations: [Duration] = []
        for slide in plan.slides {
            try Task.checkCancellation()
            let own = try slide.reading { () throws(FileError) in
                try PictureReader.animationLength(of: slide.path)
            }
            durations.append(slide.duration ?? (plan.keepsAnimationTimes ? own : nil) ?? plan.slideDuration)
        }
        let times = try SlideTimes(
            plan.slides, durations: durations, overlap: plan.overlap, frameRate: plan.frameRate)
        let size = try plan.size ?? first.reading { () throws(FileError) in try PictureReader(first.path).size }
        guard SlideshowPlan.sideRange.contains(size.width), SlideshowPlan.sideRange.contains(size.height) else {
            throw FileError(
                .invalidSettings,
                "The video would have \(size) pixels; a side has \(SlideshowPlan.sideRange.upperBound) at most. Give a "
                    + "smaller size (--size).")
        }
        self.times = times
        canvas = SlideCanvas(plan, size: size)
        return FrameFormat(size: size, hasAlpha: plan.isTransparent, frameCount: times.count)
    }

    /// Returns the next picture; `nil` after the last one.
    public func next() async throws -> FrameRun? {
        guard let times, let canvas, position < times.count else { return nil }
        while times.ends[index] <= position {
            index += 1
            (current, following) = (following, nil)
        }
        let (pixels, until) = try picture(of: index, at: position - times.starts[index], in: &current, on: canvas)
        let nextStart = index + 1 < times.starts.count ? times.starts[index + 1] : .max
        guard position >= nextStart else {
            let change = until.map { times.starts[index] + $0 } ?? .max
            let end = min(change, nextStart, times.ends[index])
            defer { position = end }
            return FrameRun(pixels, count: end - position)
        }
        let (later, _) = try picture(of: index + 1, at: position - nextStart, in: &following, on: canvas)
        let mixture = canvas.buffer()
        let transition = Transition(plan.transition, direction: plan.direction, frameCount: times.overlap)
        TransitionRenderer.draw(
            transition, progress: transition.progress(atFrame: position - nextStart), from: pixels, to: later,
            into: mixture)
        position += 1
        return FrameRun(mixture)
    }

    private func picture(
        of slide: Int, at index: Int, in pictures: inout SlidePictures?, on canvas: SlideCanvas
    ) throws(FileError) -> (pixels: PixelBuffer, until: Int?) {
        if let pictures { return try pictures.picture(at: index) }
        let opened = try SlidePictures(plan.slides[slide], frameRate: plan.frameRate, canvas: canvas)
        pictures = opened
        return try opened.picture(at: index)
    }
}
