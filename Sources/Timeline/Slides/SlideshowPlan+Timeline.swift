import Composition
import Decoder
import Files
import Frames

extension SlideshowPlan {
    /// The timeline of the show: one clip for each slide.
    ///
    /// - Throws: ``FileError``, `CancellationError`.
    func timeline() throws -> TimelinePlan {
        guard let first = slides.first else {
            throw FileError(.invalidSettings, "cannot make a video: no picture given.")
        }
        guard overlap == .zero || transition == .fade || !isTransparent else {
            throw FileError(
                .invalidSettings,
                "this transition does not work on a transparent canvas. Use --transition fade or cut.")
        }
        let lengths = try slides.map { slide in
            try Task.checkCancellation()
            return try FileError.located(at: slide.origin) { try PictureReader.animationLength(of: slide.path) }
        }
        let durations = zip(slides, lengths).map { slide, length in
            slide.duration ?? (keepsAnimationTimes ? length : nil) ?? slideDuration
        }
        let times = try SlideTimes(slides, durations: durations, overlap: overlap, frameRate: frameRate)
        let size = try self.size ?? FileError.located(at: first.origin) { try PictureReader(first.path).size }
        guard Self.sideRange.contains(size.width), Self.sideRange.contains(size.height) else {
            throw FileError(
                .invalidSettings,
                "the video's size would be \(size) pixels; each side is at most \(Self.sideRange.upperBound). Set a "
                    + "smaller size with --size.")
        }
        var plan = TimelinePlan(size: size, background: background, frameRate: frameRate)
        plan.isTransparent = isTransparent
        plan.clips = slides.indices.map { index in
            let path = slides[index].path
            var clip = PlannedClip(
                name: path, source: lengths[index] == nil ? .still(path: path) : .animation(path: path),
                frames: times.frames[index],
                layout: Layout(fit: fit, frame: PixelRectangle(size)))
            clip.origin = slides[index].origin
            if times.overlap > 0, index < slides.count - 1 {
                clip.transition = Transition(transition, direction: direction, frameCount: times.overlap)
            }
            return clip
        }
        return plan
    }
}
