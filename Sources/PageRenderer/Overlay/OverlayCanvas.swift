internal import CWebKitGTK
internal import EngineLink

/// A Cairo context to draw with, valid only where it is passed to.
@safe struct OverlayCanvas {
    /// The context.
    let raw: OpaquePointer

    /// Draws on a Cairo surface.
    static func draw(on surface: OpaquePointer, _ body: (OverlayCanvas) -> Void) {
        guard let context = unsafe cairo_create(surface) else { return }
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        body(unsafe OverlayCanvas(raw: context))
        unsafe cairo_destroy(context)
    }

    /// Draws, and then restores the position, scale and clip.
    func saved(_ draw: () -> Void) {
        unsafe cairo_save(raw)
        draw()
        unsafe cairo_restore(raw)
    }

    /// Moves the origin of everything that follows.
    func translate(_ x: Double, _ y: Double) { unsafe cairo_translate(raw, x, y) }

    /// Enlarges everything that follows.
    func scale(_ factor: Double) { unsafe cairo_scale(raw, factor, factor) }

    /// Fills a path.
    func fill(_ path: VectorPath, _ color: PointerStyle.Color, opacity: Double = 1) {
        unsafe path.put(in: raw)
        use(color, opacity)
        unsafe cairo_fill(raw)
    }

    /// Makes everything in a path transparent.
    func erase(_ path: VectorPath) {
        unsafe path.put(in: raw)
        unsafe cairo_set_operator(raw, CAIRO_OPERATOR_CLEAR)
        unsafe cairo_fill(raw)
        unsafe cairo_set_operator(raw, CAIRO_OPERATOR_OVER)
    }

    /// Draws lines along a path, with round ends and corners.
    func stroke(_ path: VectorPath, width: Double, _ color: PointerStyle.Color, opacity: Double = 1) {
        unsafe path.put(in: raw)
        use(color, opacity)
        unsafe cairo_set_line_width(raw, width)
        unsafe cairo_stroke(raw)
    }

    /// Draws lines along the edge of a path, only inside it.
    func strokeInside(_ path: VectorPath, width: Double, _ color: PointerStyle.Color, opacity: Double) {
        saved {
            unsafe path.put(in: raw)
            unsafe cairo_clip(raw)
            stroke(path, width: 2 * width, color, opacity: opacity)
        }
    }

    /// Draws a picture.
    func show(_ picture: OverlayPicture, x: Double, y: Double, opacity: Double) {
        saved {
            unsafe cairo_rectangle(raw, x, y, Double(picture.width), Double(picture.height))
            unsafe cairo_clip(raw)
            unsafe cairo_set_source_surface(raw, picture.raw, x, y)
            unsafe cairo_paint_with_alpha(raw, opacity)
        }
    }

    /// Draws a black shadow whose alpha is a picture's.
    func showShadow(_ picture: OverlayPicture, x: Double, y: Double, opacity: Double) {
        use(.black, opacity)
        unsafe cairo_mask_surface(raw, picture.raw, x, y)
    }

    /// Makes a color the one with which Cairo draws.
    func use(_ color: PointerStyle.Color, _ opacity: Double = 1) {
        unsafe cairo_set_source_rgba(
            raw, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, opacity)
    }
}
