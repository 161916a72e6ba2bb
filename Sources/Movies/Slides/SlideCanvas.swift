internal import Composition
internal import Encoder
import Files
internal import Frames

/// Places pictures on canvases of equal size.
///
/// Used by one thread at a time.
final class SlideCanvas {
    private let plan: SlideshowPlan
    private let fitter: PictureFitter
    private let pool: PixelBufferPool

    /// Creates a pool of canvases.
    init(_ plan: SlideshowPlan, size: PixelSize) {
        self.plan = plan
        fitter = PictureFitter(plan.fit)
        // Two slides, the mix that is being encoded, the previous one, which the encoder still
        // holds, and the one that is being drawn.
        pool = PixelBufferPool(size: size, capacity: 5, hasAlpha: plan.isTransparent)
    }

    /// Draws a picture on a canvas, unless the picture can be used directly.
    func composed(_ picture: PixelBuffer) throws(FileError) -> PixelBuffer {
        if picture.size == pool.size, !picture.hasAlpha, !plan.isTransparent { return picture }
        let canvas = Canvas(buffer())
        canvas.fill(plan.background)
        try fitter.draw(picture, on: canvas)
        return canvas.pixels
    }

    /// A buffer for a picture.
    ///
    /// Buffers beyond the pool's capacity are allocated only if a client keeps pictures longer than
    /// a job does.
    func buffer() -> PixelBuffer { pool.take() ?? PixelBuffer(size: pool.size, hasAlpha: pool.hasAlpha) }
}
