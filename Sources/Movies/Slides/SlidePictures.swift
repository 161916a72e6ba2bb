internal import Encoder
internal import Frames

/// The pictures of one slide on its canvas, asked for in ascending order.
///
/// An animation that is over before its slide begins again. Used by one thread
/// at a time.
final class SlidePictures {
    private let slide: Slide
    private let frameRate: FrameRate
    private let canvas: SlideCanvas
    private var reader: PictureReader
    private var shown: PictureFrame
    /// When it ends, in the slide's time; a still has no end.
    private var end: Duration?
    private var composed: PixelBuffer?

    /// Opens a slide.
    ///
    /// - Throws: ``EncoderError``.
    init(_ slide: Slide, frameRate: FrameRate, canvas: SlideCanvas) throws(EncoderError) {
        self.slide = slide
        self.frameRate = frameRate
        self.canvas = canvas
        (reader, shown) = try Self.open(slide)
        end = shown.duration
    }

    /// The picture at a frame of the slide's time.
    ///
    /// - Returns: The picture, and the frame from which another one is shown,
    ///   if there is one.
    func picture(at index: Int) throws(EncoderError) -> (pixels: PixelBuffer, until: Int?) {
        let time = frameRate.time(ofFrame: index)
        while let end, end <= time { try advance(to: end) }
        if let composed { return (composed, end.map(firstFrame)) }
        let pixels = try canvas.composed(shown.pixels)
        composed = pixels
        return (pixels, end.map(firstFrame))
    }

    /// Goes on to the next frame of the file, after the last to the first.
    private func advance(to time: Duration) throws(EncoderError) {
        if let next = try slide.reading({ () throws(EncoderError) in try reader.next() }) {
            shown = next
        } else {
            (reader, shown) = try Self.open(slide)
        }
        composed = nil
        end = shown.duration.map { time + $0 }
    }

    /// The first frame of the video at a time or after it.
    private func firstFrame(at time: Duration) -> Int {
        let index = frameRate.frame(at: time)
        return frameRate.time(ofFrame: index) < time ? index + 1 : index
    }

    private static func open(_ slide: Slide) throws(EncoderError) -> (PictureReader, PictureFrame) {
        try slide.reading { () throws(EncoderError) in
            let reader = try PictureReader(slide.path)
            guard let frame = try reader.next() else {
                throw EncoderError(.unreadableInput, "The picture “\(slide.path)” cannot be read: it has no frame.")
            }
            return (reader, frame)
        }
    }
}

extension Slide {
    /// Does something with the slide's file; an error says where it was
    /// listed.
    func reading<Output>(_ body: () throws(EncoderError) -> Output) throws(EncoderError) -> Output {
        do throws(EncoderError) {
            return try body()
        } catch {
            throw EncoderError(error.code, sentence(error.message), cause: error.cause)
        }
    }
}
