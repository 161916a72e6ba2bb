package import EngineLink
package import Frames

/// Makes frames of the pictures of a page: the part that the camera shows, and what the steps do over it.
///
/// If the camera always shows the whole view, the page's picture becomes its first frame. Later frames are made in memory
/// with an earlier frame of the same picture, or a copy of the last one, in which the pixels that were drawn over have been
/// put back.
@MainActor
package final class FrameOverlay {
    /// What the steps do; `nil` if it is not shown.
    private let display: InputDisplay?
    private let overlay: PageOverlay?
    private let camera: PageCamera
    /// Pixels of the page per pixel of a frame that shows the whole view.
    private let magnification: Int
    /// Pixels of the page per CSS pixel.
    private let pageScale: Double
    private let pageSize: PixelSize
    /// Memory that is used again for each picture of a page that has more pixels than a frame.
    private let largePage: PixelBuffer?
    /// The page's last picture, until a frame is made of its memory.
    private var page: PixelBuffer?
    /// The last frame that was made of a picture's memory, and the page's pixels in it that were drawn over.
    private var last: (frame: PixelBuffer, covered: CoveredPixels)?
    /// What was drawn over in the frames of the page's picture, by ``PixelBuffer/id``; the oldest first.
    private var drawnOver: [(frame: Int, covered: CoveredPixels)] = []
    /// The rows of the page's pictures that may have changed since the last frame.
    private var pageRows = RangeSet<Int>()
    /// The rows in which frames may have changed since ``takeChangedRows()``.
    private var changedRows = RangeSet<Int>()
    /// What is seen on the last frame; `nil` if the page has changed since.
    private var shown: Appearance?

    /// What a frame shows beside the page's picture.
    private struct Appearance: Equatable {
        let state: OverlayState
        let view: CameraView
    }

    /// Prepares frames.
    ///
    /// - Parameters:
    ///   - plan: The page, its frames, and how the pointer is shown.
    ///   - display: What the steps do; `nil` if it is not shown.
    ///   - camera: What the frames show of the view.
    package init(_ plan: TakePlan, display: InputDisplay?, camera: PageCamera) {
        self.display = display
        self.camera = camera
        overlay = plan.pointer.map {
            PageOverlay(style: $0, size: plan.options.pixelSize, scale: plan.options.scale)
        }
        magnification = plan.pageMagnification
        pageScale = plan.pageOptions.scale.value
        pageSize = plan.pageOptions.pixelSize
        largePage = magnification > 1 ? PixelBuffer(size: pageSize, hasAlpha: plan.options.isTransparent) : nil
    }

    // MARK: The page's pictures

    /// Whether there is a picture of the page.
    var hasPage: Bool { page != nil || last != nil }

    /// Memory for the page's next picture that no frame uses; `nil` if it has to be taken from the frames' pool.
    var pageMemory: PixelBuffer? { largePage ?? page }

    /// Takes over a new picture of the page.
    ///
    /// - Parameters:
    ///   - picture: The picture, in ``pageMemory`` or memory of a frame.
    ///   - rows: The rows in which it may differ from the one before.
    func setPage(_ picture: PixelBuffer, changedIn rows: RangeSet<Int>) {
        page = picture
        drawnOver = []
        pageRows.formUnion(rows)
        shown = nil
        display?.isOld = true
    }

    // MARK: Frames

    /// Whether a frame at an instant differs from the last one.
    func differs(at instant: PageInstant) -> Bool { shown != appearance(at: instant) }

    /// Makes a frame of the page's picture as it is seen at an instant.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - pool: The memory of frames.
    /// - Returns: The frame, not yet published; `nil` if there is no memory for it, or no picture of the page.
    func frame(at instant: PageInstant, from pool: PixelBufferPool) -> PixelBuffer? {
        let appearance = appearance(at: instant)
        let frame: PixelBuffer
        if let largePage {
            guard let memory = pool.take() else { return nil }
            frame = memory
            show(largePage, appearance, on: frame)
            changedRows = Self.allRows(of: frame)
        } else {
            guard let clean = page ?? lastPage(from: pool) else { return nil }
            frame = clean
            page = nil
            let covered = draw(appearance, on: frame)
            for rows in [last?.covered.rows ?? Self.allRows(of: frame), pageRows, covered.rows] {
                changedRows.formUnion(rows)
            }
            pageRows = RangeSet()
            last = (frame, covered)
            drawnOver = drawnOver.suffix(pool.capacity - 1) + [(frame.id, covered)]
        }
        shown = appearance
        return frame
    }

    /// Returns the rows in which frames may have changed since the last call.
    func takeChangedRows() -> RangeSet<Int> {
        defer { changedRows = RangeSet() }
        return changedRows
    }

    private static func allRows(of frame: PixelBuffer) -> RangeSet<Int> { RangeSet(0..<frame.size.height) }

    /// Makes a picture as it is seen at an instant, apart from the frames.
    ///
    /// - Parameters:
    ///   - frame: Memory of a frame, not yet published.
    ///   - instant: The instant.
    ///   - drawPage: Draws the page's picture.
    package func compose(into frame: PixelBuffer, at instant: PageInstant, _ drawPage: (PixelBuffer) -> Void) {
        let appearance = appearance(at: instant)
        if magnification > 1 {
            // Frames that are still to be made may need the page's picture before this one.
            let page = PixelBuffer(size: pageSize, hasAlpha: frame.hasAlpha)
            drawPage(page)
            show(page, appearance, on: frame)
        } else {
            drawPage(frame)
            _ = draw(appearance, on: frame)
        }
    }

    /// Makes the page's picture anew: the last frame without what was drawn over it.
    ///
    /// Memory that has an earlier frame of the same picture needs no copy.
    private func lastPage(from pool: PixelBufferPool) -> PixelBuffer? {
        guard let last, let memory = pool.take() else { return nil }
        if let earlier = drawnOver.first(where: { $0.frame == memory.predecessor }) {
            earlier.covered.restore(in: memory)
            return memory
        }
        unsafe last.frame.withBytes { source in unsafe memory.withMutableBytes { unsafe $0.copyMemory(from: source) } }
        last.covered.restore(in: memory)
        return memory
    }

    /// Draws what the camera shows of a picture of the page, and what is seen over it.
    private func show(_ page: PixelBuffer, _ appearance: Appearance, on frame: PixelBuffer) {
        let view = appearance.view
        let ratio = Double(magnification) / view.zoom
        var (x, y) = (view.origin.x * pageScale, view.origin.y * pageScale)
        // Whole pixels are sharp, and the frame is at most half a pixel beside its place.
        if ratio == 1 { (x, y) = (x.rounded(), y.rounded()) }
        PageResampler.draw(page, x: x, y: y, ratio: ratio, on: frame)
        overlay?.draw(appearance.state, on: frame, in: view)
    }

    /// Draws what is seen over a picture of the whole view.
    ///
    /// - Returns: The picture's pixels in what was drawn over.
    private func draw(_ appearance: Appearance, on frame: PixelBuffer) -> CoveredPixels {
        let covered = CoveredPixels(of: overlay?.areas(of: appearance.state) ?? [], in: frame)
        overlay?.draw(appearance.state, on: frame)
        return covered
    }

    private func appearance(at instant: PageInstant) -> Appearance {
        Appearance(state: display?.state(at: instant) ?? OverlayState(), view: camera.view(at: instant))
    }
}
