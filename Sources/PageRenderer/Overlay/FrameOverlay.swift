package import EngineLink
package import Frames

/// Puts what the steps do over the pictures of a page, of which it keeps a copy without.
@MainActor
package final class FrameOverlay {
    private let display: InputDisplay
    private let overlay: PageOverlay
    /// The page's last picture, which is never published, so that it can be overwritten.
    private let page: PixelBuffer
    /// Whether there is a picture of the page.
    private(set) var hasPage = false
    /// What is seen on the last frame; `nil` if the page has changed since.
    private var shown: OverlayState?

    /// Prepares drawing over frames.
    ///
    /// - Parameters:
    ///   - display: What the steps do.
    ///   - style: How it is shown.
    ///   - options: The page's options, for the size of the frames.
    package init(of display: InputDisplay, _ style: PointerStyle, on options: PageOptions) {
        self.display = display
        overlay = PageOverlay(style: style, size: options.pixelSize, scale: options.scale)
        page = PixelBuffer(size: options.pixelSize, hasAlpha: options.isTransparent)
    }

    /// Takes a new picture of the page.
    ///
    /// - Parameter draw: Draws it, and returns whether the page has one.
    func takePage(_ draw: (PixelBuffer) async -> Bool) async {
        let isThere = await draw(page)
        guard isThere else { return }
        hasPage = true
        shown = nil
    }

    /// Takes a new picture of the page.
    func takePage(_ draw: (PixelBuffer) -> Void) {
        draw(page)
        hasPage = true
        shown = nil
    }

    /// Whether a frame at an instant differs from the last one.
    func differs(at instant: PageInstant) -> Bool { shown != display.state(at: instant) }

    /// Makes a frame of the page's picture and what is seen over it at an instant.
    ///
    /// - Parameter buffer: Memory of the page's size, not yet published.
    func compose(into buffer: PixelBuffer, at instant: PageInstant) {
        unsafe page.withBytes { source in
            unsafe buffer.withMutableBytes { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
        }
        let state = display.state(at: instant)
        overlay.draw(state, on: buffer)
        shown = state
    }

    /// Draws what is seen at an instant over a picture of the page.
    package func draw(on buffer: PixelBuffer, at instant: PageInstant) {
        overlay.draw(display.state(at: instant), on: buffer)
    }
}
