public import Composition
import Encoder
public import Files
public import Frames
import LibAV

/// Fits pictures of any size into frames on a canvas.
///
/// Used by one thread at a time.
public final class PictureFitter {
    private let scaling = PictureScaling()
    /// Scalers for the small picture that is blurred, and for enlarging it again.
    private let (shrinking, growing) = (PictureScaling(), PictureScaling())

    /// How pictures are fitted.
    public let fit: Fit

    /// Creates a fitter.
    public init(_ fit: Fit) { self.fit = fit }

    /// Draws a picture into a frame, over the existing contents.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - canvas: The canvas; only the frame changes.
    ///   - frame: The frame, on the canvas (default: all of the canvas).
    /// - Throws: ``FileError/Code/internalFailure`` if scaling fails.
    public func draw(
        _ picture: PixelBuffer, on canvas: Canvas, in frame: PixelRectangle? = nil
    ) throws(FileError) {
        let frame =
            frame
            ?? PixelRectangle(x: 0, y: 0, width: canvas.pixels.size.width, height: canvas.pixels.size.height)
        let geometry = FitGeometry(fit, picture: picture.size, frame: frame)
        if fit == .blur, geometry.visible != frame { try drawBlurred(picture, on: canvas, in: frame) }
        try draw(picture, by: geometry, with: scaling, on: canvas, in: frame)
    }

    private func draw(
        _ picture: PixelBuffer, by geometry: FitGeometry, with scaling: PictureScaling, on canvas: Canvas,
        in frame: PixelRectangle
    ) throws(FileError) {
        let (source, target) = (geometry.source, geometry.target)
        let scaled = try scaling.scaled(
            picture, columns: source.x..<source.x + source.width, rows: source.y..<source.y + source.height,
            to: PixelSize(width: target.width, height: target.height))
        canvas.draw(scaled, x: target.x, y: target.y, in: frame)
    }

    /// Draws a blurred copy of the picture that covers the frame.
    ///
    /// The blur is applied at a small size; it would remove the lost detail anyway.
    private func drawBlurred(
        _ picture: PixelBuffer, on canvas: Canvas, in frame: PixelRectangle
    ) throws(FileError) {
        let small = PixelBuffer(
            size: PixelSize(
                width: max(1, frame.width / Self.shrinkage), height: max(1, frame.height / Self.shrinkage)),
            hasAlpha: picture.hasAlpha)
        let whole = PixelRectangle(x: 0, y: 0, width: small.size.width, height: small.size.height)
        let geometry = FitGeometry(.cover, picture: picture.size, frame: whole)
        try draw(picture, by: geometry, with: shrinking, on: Canvas(small), in: whole)
        do throws(CompositionError) {
            try EffectRenderer.apply([.blur(Self.deviation)], to: small)
        } catch {
            throw FileError(.internalFailure, "There is no memory to blur a picture.", cause: error)
        }
        let large = try growing.scaled(small, to: PixelSize(width: frame.width, height: frame.height))
        canvas.draw(large, x: frame.x, y: frame.y, in: frame)
    }

    /// The factor by which a side is reduced for the blur.
    private static let shrinkage = 16
    /// The standard deviation of the blur, in pixels of the reduced picture.
    private static let deviation = 2.5
}
