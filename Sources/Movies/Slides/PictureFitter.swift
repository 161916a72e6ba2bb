public import Composition
import Encoder
public import Files
public import Frames
import LibAV

/// Brings pictures of any size into frames on a canvas.
///
/// Used by one thread at a time.
public final class PictureFitter {
    private let scaling = PictureScaling()
    /// The small picture that is blurred, and the large one that is made of it.
    private let (shrinking, growing) = (PictureScaling(), PictureScaling())

    /// How pictures are fitted.
    public let fit: Fit

    /// Makes a fitter.
    public init(_ fit: Fit) { self.fit = fit }

    /// Draws a picture into a frame, over what is there.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - canvas: Where it is drawn; of it, only the frame changes.
    ///   - frame: The frame, on the canvas; all of the canvas without.
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

    /// Draws the picture so that it covers the frame, blurred.
    ///
    /// It is blurred as a small picture: what is lost by that would be lost to
    /// the blur anyway.
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

    /// How much smaller a side is when it is blurred.
    private static let shrinkage = 16
    /// The blur's standard deviation, in small pixels.
    private static let deviation = 2.5
}
