import Composition
import Decoder
import Files
import Frames

extension SlideshowPlan {
    /// The timeline of the show: one clip for each slide.
    ///
    /// - Throws: `FileError`, `CancellationError`.
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
        var timeline = Timeline(size: size, frameRate: frameRate, background: background)
        timeline.isTransparent = isTransparent
        timeline.clips = slides.indices.map { index in
            let path = slides[index].path
            var item = TrackItem(
                lengths[index] == nil ? .still(path: path) : .animation(path: path),
                duration: .frames(times.frames[index].count))
            item.name = path
            item.planned.origin = slides[index].origin
            item.layout.fit = fit
            if times.overlap > 0, index < slides.count - 1 {
                item.transition = TrackTransition(transition, direction: direction, length: .frames(times.overlap))
            }
            return item
        }
        return try TimelineResolver(timeline, probe: SlideProbe(size: size)).plan()
    }
}

/// The contents of a show's files, which are known to be pictures.
private struct SlideProbe: SourceProbe {
    /// Any size, because slides fill the canvas.
    let size: PixelSize

    func contents(of path: String) -> MediaContents { MediaContents(pictures: .still(size: size)) }
}
