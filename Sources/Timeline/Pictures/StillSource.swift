import Composition
import Decoder
import Files
import Frames

/// A source that shows one picture at all times.
final class StillSource: PictureSource {
    let size: PixelSize
    private let pixels: PixelBuffer

    /// Reads a picture's file.
    init(path: String, layout: Layout) throws(FileError) {
        let picture = try PictureReader.first(of: path).1.pixels
        let scaler = StillScaler(picture.size, layout: layout)
        size = scaler.size
        pixels = try scaler.scaled(picture)
    }

    /// Fills a frame with a color.
    init(_ color: Color, layout: Layout) {
        size = layout.frame.size
        pixels = PixelBuffer(size: size, hasAlpha: color.alpha < 255)
        Canvas(pixels).fill(color)
    }

    /// Renders a title for a frame.
    init(_ title: Title, layout: Layout) throws(TimelineError) {
        size = layout.frame.size
        // Render at the largest scale, so that letters stay sharp.
        let possible = Double(TitleDrawing.largestSide) / Double(max(size.width, size.height))
        let factor = min(max(1, layout.largestScale), Self.mostTitleScale, possible)
        let drawn = PixelSize(
            width: Int((Double(size.width) * factor).rounded()), height: Int((Double(size.height) * factor).rounded()))
        pixels = try TitleDrawing(title, frame: size, size: drawn).draw()
    }

    /// The largest scale at which titles are rendered, to bound memory use.
    private static let mostTitleScale = 4.0

    func picture(at time: Duration) -> PixelBuffer { pixels }
}
