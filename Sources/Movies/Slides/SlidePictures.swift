import Decoder
internal import Encoder
import Files
internal import Frames

/// The pictures of one slide on its canvas, in ascending order.
///
/// An animation shorter than its slide repeats. Used by one thread at a time.
final class SlidePictures {
    /// A frame of the file.
    ///
    /// It keeps its original size until it is requested; a large original can then be released.
    private enum Stage {
        case decoded(PixelBuffer)
        case composed(PixelBuffer)
    }

    private let slide: Slide
    private let frameRate: FrameRate
    private let canvas: SlideCanvas
    private var reader: PictureReader
    private var stage: Stage
    /// The end of the frame in the slide's time; `nil` for a still.
    private var end: Duration?

    /// Opens a slide.
    ///
    /// - Throws: ``FileError``.
    init(_ slide: Slide, frameRate: FrameRate, canvas: SlideCanvas) throws(FileError) {
        self.slide = slide
        self.frameRate = frameRate
        self.canvas = canvas
        let first: PictureFrame
        (reader, first) = try Self.open(slide)
        (stage, end) = (.decoded(first.pixels), first.duration)
    }

    /// The picture at a frame of the slide's time.
    ///
    /// - Returns: The picture, and the frame at which the next picture begins, or `nil` if there is
    ///   no next picture.
    func picture(at index: Int) throws(FileError) -> (pixels: PixelBuffer, until: Int?) {
        let time = frameRate.time(ofFrame: index)
        while let end, end <= time { try advance(to: end) }
        let pixels: PixelBuffer
        switch stage {
        case .decoded(let picture): pixels = try canvas.composed(picture)
        case .composed(let picture): pixels = picture
        }
        stage = .composed(pixels)
        return (pixels, end.map(firstFrame))
    }

    /// Advances to the next frame of the file, and from the last to the first.
    private func advance(to time: Duration) throws(FileError) {
        let next: PictureFrame
        if let following = try slide.reading({ () throws(FileError) in try reader.next() }) {
            next = following
        } else {
            (reader, next) = try Self.open(slide)
        }
        stage = .decoded(next.pixels)
        end = next.duration.map { time + $0 }
    }

    /// The first frame of the video at or after a time.
    private func firstFrame(at time: Duration) -> Int {
        let index = frameRate.frame(at: time)
        return frameRate.time(ofFrame: index) < time ? index + 1 : index
    }

    private static func open(_ slide: Slide) throws(FileError) -> (PictureReader, PictureFrame) {
        try slide.reading { () throws(FileError) in
            let reader = try PictureReader(slide.path)
            guard let frame = try reader.next() else {
                throw FileError(.unreadableInput, "The picture “\(slide.path)” cannot be read: it has no frame.")
            }
            return (reader, frame)
        }
    }
}

extension Slide {
    /// Runs an operation on the slide's file; errors mention where the slide is listed.
    func reading<Output>(_ body: () throws(FileError) -> Output) throws(FileError) -> Output {
        do throws(FileError) {
            return try body()
        } catch {
            throw FileError(error.code, sentence(error.message), cause: error.cause)
        }
    }
}
