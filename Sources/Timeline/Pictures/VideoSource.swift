import Composition
import Decoder
import Encoder
import Files
import Frames

/// A source that plays a video.
final class VideoSource: PictureSource {
    let size: PixelSize
    private let frames: MovieFrames

    /// Opens a video, decoded at the size that a layout needs.
    init(path: String, layout: Layout) throws(FileError) {
        frames = try MovieFrames(path: path) { layout.usefulSize(for: $0) }
        size = frames.size
    }

    func picture(at time: Duration) throws -> PixelBuffer { try frames.picture(at: time) }
}
