import Composition
import Encoder
import Frames

/// One picture at all times.
final class StillSource: PictureSource {
    let size: PixelSize
    private let pixels: PixelBuffer

    /// Reads a picture's file.
    init(path: String, layout: Layout) throws(EncoderError) {
        let read = try StillReader.read(path)
        size = read.size
        pixels = read.scaled(to: layout.usefulSize(for: read.size))
    }

    /// Fills a frame with a colour.
    init(_ color: Color, layout: Layout) {
        size = PixelSize(width: layout.frame.width, height: layout.frame.height)
        pixels = PixelBuffer(size: size, hasAlpha: color.alpha < 255)
        Canvas(pixels).fill(color)
    }

    func picture(at time: Duration) -> PixelBuffer { pixels }
}
