internal import CWebKitGTK
package import EngineLink
package import Frames

/// Draws the pointer, rings, highlights, key caps and captions over frames of a page.
///
/// The same state gives the same pixels. Drawing touches only the pixels within ``areas(of:in:)``. Pictures of text and
/// shadows are kept for the next frames. Used by one thread at a time.
package final class PageOverlay {
    private let style: PointerStyle
    private let size: PixelSize
    /// Device pixels per CSS pixel.
    private let scale: Double
    private let colors: OverlayColors
    private var pointers: PointerDrawing
    private let text: OverlayText

    /// Prepares drawing over frames.
    ///
    /// - Parameters:
    ///   - style: What is shown, and how.
    ///   - size: The size of the frames, in device pixels.
    ///   - scale: Device pixels per CSS pixel.
    package init(style: PointerStyle, size: PixelSize, scale: DeviceScale) {
        self.style = style
        self.size = size
        self.scale = scale.value
        colors = OverlayColors(style)
        pointers = PointerDrawing(size: Self.pointerSize(style) * scale.value, colors: colors)
        text = OverlayText(frame: size, scale: scale.value)
    }

    private static func pointerSize(_ style: PointerStyle) -> Double {
        Double(min(max(style.size, PointerStyle.sizeRange.lowerBound), PointerStyle.sizeRange.upperBound))
    }

    /// Returns the areas of a frame that a state touches, which may overlap.
    ///
    /// Every pixel outside is unchanged by ``draw(_:on:in:)``. Some pixels inside may be, too.
    package func areas(of state: OverlayState, in view: CameraView = .whole) -> [PixelRect] {
        items(of: state, in: view).map(\.bounds)
    }

    /// Draws a state over a frame.
    ///
    /// Captions and key caps have the same size and place in each view.
    ///
    /// - Parameters:
    ///   - state: What is seen.
    ///   - buffer: A frame of the overlay's size, not yet published.
    ///   - view: The part of the view that the frame shows.
    package func draw(_ state: OverlayState, on buffer: PixelBuffer, in view: CameraView = .whole) {
        precondition(buffer.size == size, "an overlay has the size of its frames")
        let items = items(of: state, in: view)
        guard !items.isEmpty else { return }
        unsafe buffer.withMutableBytes { bytes in
            guard
                let target = unsafe cairo_image_surface_create_for_data(
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    buffer.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, CInt(size.width), CInt(size.height),
                    CInt(buffer.stride))
            else { return }
            unsafe OverlayCanvas.draw(on: target) { canvas in for item in items { item.draw(canvas) } }
            unsafe cairo_surface_finish(target)
            unsafe cairo_surface_destroy(target)
        }
    }

    // MARK: - Items

    /// A part of the overlay.
    private struct Item {
        /// The pixels that it touches.
        let bounds: PixelRect
        /// Draws it on a canvas in device pixels.
        let draw: (OverlayCanvas) -> Void
    }

    /// Makes an item; `nil` if it is outside of the frame.
    ///
    /// - Parameters:
    ///   - extent: What the item touches, in device pixels.
    ///   - draw: Draws it on a canvas in device pixels.
    private func item(_ extent: ViewRect, draw: @escaping (OverlayCanvas) -> Void) -> Item? {
        PixelRect(touchedBy: extent, in: (size.width, size.height)).map { Item(bounds: $0, draw: draw) }
    }

    /// The visible parts, from the lowest to the highest.
    private func items(of state: OverlayState, in view: CameraView) -> [Item] {
        var items = state.highlights.map { item(for: $0, in: view) } + textItems(of: state)
        if style.showsClicks { items += state.rings.map { item(for: $0, in: view) } }
        if let pointer = state.pointer {
            let spot = devicePoint(pointer.position, in: view)
            let size = Self.pointerSize(style) * scale * view.zoom
            if pointers.size != size { pointers = PointerDrawing(size: size, colors: colors) }
            items.append(
                item(pointers.extent(of: pointer, at: spot)) { [pointers] in pointers.draw(pointer, at: spot, on: $0) })
        }
        return items.compactMap(\.self)
    }

    private func textItems(of state: OverlayState) -> [Item?] {
        var items: [Item?] = []
        // How far the caption lifts the key caps, in device pixels.
        var lift = 0.0
        if style.showsCaptions, let caption = state.caption, caption.opacity > 0,
            let placed = text.bar(with: caption.text)
        {
            let opacity = min(caption.opacity, 1)
            items.append(item(placed.extent) { placed.draw(on: $0, opacity: opacity) })
            lift = text.lift(above: placed) * opacity
        }
        if style.showsKeys, let keys = state.keys, keys.opacity > 0,
            let placed = text.row(of: keys.caps, lift: Int(lift.rounded()))
        {
            let opacity = min(keys.opacity, 1)
            items.append(item(placed.extent) { placed.draw(on: $0, opacity: opacity) })
        }
        return items
    }

    private func devicePoint(_ point: ViewPoint, in view: CameraView) -> ViewPoint {
        ViewPoint(x: (point.x - view.origin.x) * scale * view.zoom, y: (point.y - view.origin.y) * scale * view.zoom)
    }

    private func item(for highlight: OverlayState.Highlight, in view: CameraView) -> Item? {
        // Cairo's coordinates end before those of long pages. What is this far outside of the frame is not seen.
        let whole = ViewRect(x: 0, y: 0, width: Double(size.width) / scale, height: Double(size.height) / scale)
        guard highlight.opacity > 0,
            var box = highlight.box.expanded(by: 4).intersection(view.part(of: whole).expanded(by: 50))
        else { return nil }
        box.x -= view.origin.x
        box.y -= view.origin.y
        let (scale, colors, opacity) = (scale * view.zoom, colors, min(highlight.opacity, 1))
        let path = VectorPath().roundedRect(box, radius: 7)
        // The glow is a few lines on each other, because a blurred picture would be as large as the element.
        let glow = [14.0, 11.5, 9, 7]
        let edge = box.expanded(by: 7)
        let extent = ViewRect(
            x: edge.x * scale, y: edge.y * scale, width: edge.width * scale, height: edge.height * scale)
        return item(extent.expanded(by: 1)) { canvas in
            canvas.saved {
                canvas.scale(scale)
                for width in glow { canvas.stroke(path, width: width, colors.accent, opacity: 0.075 * opacity) }
                canvas.stroke(path, width: 5, colors.halo, opacity: 0.85 * opacity)
                canvas.stroke(path, width: 3, colors.accent, opacity: opacity)
            }
        }
    }

    private func item(for ring: OverlayState.Ring, in view: CameraView) -> Item? {
        guard ring.age >= .zero, ring.age < OverlayState.Ring.duration else { return nil }
        let rest = 1 - ring.age / OverlayState.Ring.duration
        // The ring grows fast at first and fades toward the end.
        let size = Self.pointerSize(style) * scale * view.zoom
        let radius = size * (0.3 + 0.95 * (1 - rest * rest * rest))
        let (width, halo) = (size * (0.05 + 0.07 * rest), 0.04 * size)
        let opacity = min(1, 1.6 * rest)
        let (center, colors) = (devicePoint(ring.center, in: view), colors)
        let reach = radius + width / 2 + halo
        let extent = ViewRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        let circle = VectorPath().circle(center.x, center.y, radius: radius)
        return item(extent.expanded(by: 1)) { canvas in
            canvas.fill(circle, colors.accent, opacity: 0.22 * rest)
            canvas.stroke(circle, width: width + 2 * halo, colors.halo, opacity: 0.5 * opacity)
            canvas.stroke(circle, width: width, colors.accent, opacity: opacity)
        }
    }
}
