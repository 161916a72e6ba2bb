package import EngineLink
package import Frames

/// Makes frames of the pictures of a page: the part that the camera shows, and what the steps do over it.
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
    /// The page's last picture, which is never published, so that it can be overwritten.
    private let page: PixelBuffer
    /// Whether there is a picture of the page.
    private(set) var hasPage = false
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
        page = PixelBuffer(size: plan.pageOptions.pixelSize, hasAlpha: plan.options.isTransparent)
    }

    /// Takes a new picture of the page.
    ///
    /// - Parameter draw: Draws it, and returns whether the page has one.
    func takePage(_ draw: (PixelBuffer) async -> Bool) async {
        let isThere = await draw(page)
        if isThere { notePage() }
    }

    /// Takes a new picture of the page.
    func takePage(_ draw: (PixelBuffer) -> Void) {
        draw(page)
        notePage()
    }

    private func notePage() {
        hasPage = true
        shown = nil
        display?.isOld = true
    }

    /// Whether a frame at an instant differs from the last one.
    func differs(at instant: PageInstant) -> Bool { shown != appearance(at: instant) }

    /// Makes a frame as it is seen at an instant.
    ///
    /// - Parameter frame: Memory of a frame, not yet published.
    func compose(into frame: PixelBuffer, at instant: PageInstant) {
        let appearance = appearance(at: instant)
        compose(page, appearance, into: frame)
        shown = appearance
    }

    /// Makes a picture as it is seen at an instant, apart from the frames.
    ///
    /// - Parameters:
    ///   - frame: Memory of a frame, not yet published.
    ///   - instant: The instant.
    ///   - draw: Draws the page's picture.
    package func compose(into frame: PixelBuffer, at instant: PageInstant, _ draw: (PixelBuffer) -> Void) {
        // Frames that are still to be made may need the page's picture before this one.
        let page = PixelBuffer(size: page.size, hasAlpha: page.hasAlpha)
        draw(page)
        compose(page, appearance(at: instant), into: frame)
    }

    private func compose(_ page: PixelBuffer, _ appearance: Appearance, into frame: PixelBuffer) {
        let view = appearance.view
        let ratio = Double(magnification) / view.zoom
        var (x, y) = (view.origin.x * pageScale, view.origin.y * pageScale)
        // Whole pixels are sharp, and the frame is at most half a pixel beside its place.
        if ratio == 1 { (x, y) = (x.rounded(), y.rounded()) }
        PageResampler.draw(page, x: x, y: y, ratio: ratio, on: frame)
        overlay?.draw(appearance.state, on: frame, in: view)
    }

    private func appearance(at instant: PageInstant) -> Appearance {
        Appearance(state: display?.state(at: instant) ?? OverlayState(), view: camera.view(at: instant))
    }
}
