internal import Composition
internal import Encoder
import Files
internal import Frames

/// Puts pictures onto canvases of one size.
///
/// Used by one thread at a time.
final class SlideCanvas {
    private let plan: SlideshowPlan
    private let fitter: PictureFitter
    private let pool: PixelBufferPool

    /// Prepares canvases.
    init(_ plan: SlideshowPlan, size: PixelSize) {
        self.plan = plan
        fitter = PictureFitter(plan.fit)
        // Two slides, the mixture that is encoded, the one before, which the
        // encoder still has, and the one that is made.
        pool = PixelBufferPool(size: size, capacity: 5, hasAlpha: plan.isTransparent)
    }

    /// Puts a picture onto a canvas, unless it is as good as one already.
    func composed(_ picture: PixelBuffer) throws(FileError) -> PixelBuffer {
        if picture.size == pool.size, !picture.hasAlpha, !plan.isTransparent { return picture }
        let canvas = Canvas(buffer())
        canvas.fill(plan.background)
        try fitter.draw(picture, on: canvas)
        return canvas.pixels
    }

    /// Memory for a picture; more than the pool has only if somebody keeps
    /// pictures longer than a job does.
    func buffer() -> PixelBuffer { pool.take() ?? PixelBuffer(size: pool.size, hasAlpha: pool.hasAlpha) }
}
