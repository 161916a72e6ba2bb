private import CPango
import Composition
import Frames

/// Draws a title; owns the C handles for it.
///
/// Pango wraps, shapes and orders the text with the system's fonts; Cairo draws it. Used by one thread at a time.
@safe final class TitleDrawing {
    private let pixels: PixelBuffer
    private let surface: OpaquePointer
    private let context: OpaquePointer
    let layout: OpaquePointer
    /// Pixels of the picture per unit of the layout, before the text is shrunk.
    private let scale: Double
    /// The size of the frame, in units of the layout before the text is shrunk: pixels of the whole canvas.
    private let room: (width: Double, height: Double)
    /// The factor by which the text is shrunk to fit its frame.
    private var shrinking = 1.0
    let title: Title

    /// The longest side of a Cairo surface, in pixels (MAX_IMAGE_SIZE in cairo-image-surface.c).
    static let largestSide = 32_767

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - title: The text and its style.
    ///   - frame: The size of the text's frame, in canvas pixels.
    ///   - size: The size of the picture; it has the frame's aspect ratio.
    /// - Throws: ``TimelineError/Code/cannotDrawText`` if the picture is too large, or Cairo or Pango runs out of memory.
    init(_ title: Title, frame: PixelSize, size: PixelSize) throws(TimelineError) {
        self.title = title
        guard max(size.width, size.height) <= Self.largestSide else {
            throw TimelineError(
                .cannotDrawText,
                "The title '\(title.text)' would be drawn with \(size) pixels, and a picture of text has at most "
                    + "\(Self.largestSide) on each side. Zoom less, or make the canvas smaller.")
        }
        let pixels = PixelBuffer(size: size, hasAlpha: true)
        self.pixels = pixels
        scale = Double(size.width) / Double(frame.width) * title.scale
        room = (Double(frame.width) / title.scale, Double(frame.height) / title.scale)
        // The surface draws into the pixels, which `self` keeps alive.
        let surface = unsafe pixels.withMutableBytes { bytes in
            unsafe cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, CInt(size.width),
                CInt(size.height), CInt(pixels.stride))
        }
        let context = unsafe cairo_create(surface)
        guard let surface = unsafe surface, let context = unsafe context,
            unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS,
            let layout = unsafe pango_cairo_create_layout(context)
        else {
            unsafe cairo_destroy(context)
            unsafe cairo_surface_destroy(surface)
            throw Self.outOfMemory(title)
        }
        unsafe (self.surface, self.context, self.layout) = (surface, context, layout)
        setUp()
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    private func setUp() {
        // Unhinted metrics scale linearly, so that a small preview wraps its lines as the full size does.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        unsafe cairo_font_options_destroy(options)

        let font = unsafe pango_font_description_from_string(title.font)
        unsafe pango_font_description_set_absolute_size(font, title.size * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        if title.isMarkup {
            unsafe pango_layout_set_markup(layout, title.text, CInt(title.text.utf8.count))
        } else {
            unsafe pango_layout_set_text(layout, title.text, CInt(title.text.utf8.count))
        }
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        shrink(by: 1)
        unsafe pango_layout_set_alignment(layout, alignment)
        if !fits { shrink() }
    }

    /// The distance between the text and the edges of the frame, in units of the layout: all that is around the text.
    ///
    /// The padding shrinks with the text if the frame is small.
    private var inset: Double {
        title.padding + (title.box.map { $0.padding ?? title.size * 0.25 } ?? 0) + outlineWidth
    }

    private var outlineWidth: Double { title.outline.map { $0.width ?? title.size * 0.05 } ?? 0 }

    /// Makes the text smaller, with all that is around it: its frame becomes larger instead.
    private func shrink(by factor: Double) {
        shrinking = factor
        let width = max(1, room.width / factor - 2 * inset)
        unsafe pango_layout_set_width(layout, CInt(clamping: Int(min(width, 1e6) * Double(PANGO_SCALE))))
        unsafe cairo_identity_matrix(context)
        unsafe cairo_scale(context, scale * factor, scale * factor)
        unsafe pango_cairo_update_layout(context, layout)
    }

    /// Whether the text, with all that is around it, is not higher than its frame.
    private var fits: Bool { (height + 2 * inset) * shrinking <= room.height }

    /// Finds the largest factor, to a thousandth, with which the text is not higher than its frame.
    private func shrink() {
        var (fitting, tooLarge) = (0.0, 1.0)
        while tooLarge - fitting > 0.001 {
            let factor = (fitting + tooLarge) / 2
            shrink(by: factor)
            if fits { fitting = factor } else { tooLarge = factor }
        }
        shrink(by: max(fitting, 0.001))
    }

    /// The text's height, in units of the layout.
    private var height: Double { Double(extents.height) / Double(PANGO_SCALE) }

    /// The text's height as it is drawn, in canvas pixels.
    var drawnHeight: Double { height * shrinking }

    /// The rectangle of the lines, in Pango's units.
    private var extents: PangoRectangle {
        var extents = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &extents)
        return extents
    }

    /// Pango's “left” is the beginning of a line, which is the right in some scripts.
    private var alignment: PangoAlignment {
        let first = unsafe pango_layout_get_line_readonly(layout, 0)
        let isFromRight = unsafe pango_layout_line_get_resolved_direction(first) == PANGO_DIRECTION_RTL
        return switch title.alignment {
        case .center: PANGO_ALIGN_CENTER
        case .left: isFromRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
        case .right: isFromRight ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
        }
    }

    /// The number of lines.
    var lineCount: Int { unsafe Int(pango_layout_get_line_count(layout)) }

    /// Draws the text, vertically centered in the frame.
    ///
    /// - Returns: The picture, which is not modified afterward.
    /// - Throws: ``TimelineError/Code/cannotDrawText`` if there is not enough memory for a shadow.
    consuming func draw() throws(TimelineError) -> PixelBuffer {
        if let background = title.background {
            unsafe set(background, in: context)
            unsafe cairo_paint(context)
        }
        if let box = title.box { draw(box) }
        if let shadow = title.shadow { try draw(shadow) }
        unsafe drawLetters(in: context)
        unsafe cairo_surface_flush(surface)
        return pixels
    }

    /// The upper left corner of the layout, in its units.
    private var origin: (x: Double, y: Double) { (inset, (room.height / shrinking - height) / 2) }

    private func drawLetters(in context: OpaquePointer) {
        if let outline = title.outline, outlineWidth > 0 {
            unsafe cairo_move_to(context, origin.x, origin.y)
            unsafe pango_cairo_layout_path(context, layout)
            unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            // Half of the line is below the letters.
            unsafe cairo_set_line_width(context, 2 * outlineWidth)
            unsafe set(outline.color, in: context)
            unsafe cairo_stroke(context)
        }
        unsafe cairo_move_to(context, origin.x, origin.y)
        unsafe set(title.color, in: context)
        unsafe pango_cairo_show_layout(context, layout)
    }

    private func draw(_ box: Title.Box) {
        let (text, unit) = (extents, Double(PANGO_SCALE))
        let padding = (box.padding ?? title.size * 0.25) + outlineWidth
        let (left, top) = (origin.x + Double(text.x) / unit - padding, origin.y + Double(text.y) / unit - padding)
        let (width, height) = (Double(text.width) / unit + 2 * padding, Double(text.height) / unit + 2 * padding)
        let radius = min(box.radius, width / 2, height / 2)
        let corners = [
            (left + width - radius, top + radius), (left + width - radius, top + height - radius),
            (left + radius, top + height - radius), (left + radius, top + radius),
        ]
        unsafe cairo_new_path(context)
        for (index, corner) in corners.enumerated() {
            let angle = Double(index - 1) * .pi / 2
            unsafe cairo_arc(context, corner.0, corner.1, radius, angle, angle + .pi / 2)
        }
        unsafe cairo_close_path(context)
        unsafe set(box.color, in: context)
        unsafe cairo_fill(context)
    }

    /// Draws the shape of the letters and their outlines in one color, blurred.
    private func draw(_ shadow: Title.Shadow) throws(TimelineError) {
        let pixels = PixelBuffer(size: pixels.size, hasAlpha: true)
        let surface = unsafe pixels.withMutableBytes { bytes in
            unsafe cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, CInt(pixels.size.width),
                CInt(pixels.size.height), CInt(pixels.stride))
        }
        defer { unsafe cairo_surface_destroy(surface) }
        let target = unsafe cairo_create(surface)
        defer { unsafe cairo_destroy(target) }
        guard let target = unsafe target else { throw Self.outOfMemory(title) }
        let usual = title.size * 0.04
        unsafe cairo_scale(target, scale * shrinking, scale * shrinking)
        unsafe cairo_translate(target, shadow.x ?? usual, shadow.y ?? usual)
        unsafe cairo_push_group_with_content(target, CAIRO_CONTENT_ALPHA)
        unsafe drawLetters(in: target)
        let shape = unsafe cairo_pop_group(target)
        defer { unsafe cairo_pattern_destroy(shape) }
        unsafe set(shadow.color, in: target)
        unsafe cairo_mask(target, shape)
        unsafe cairo_surface_flush(surface)
        do throws(CompositionError) {
            try EffectRenderer.apply([.blur((shadow.blur ?? usual) * scale * shrinking)], to: pixels)
        } catch {
            throw Self.outOfMemory(title)
        }
        unsafe cairo_surface_mark_dirty(surface)
        unsafe cairo_save(context)
        unsafe cairo_identity_matrix(context)
        unsafe cairo_set_source_surface(context, surface, 0, 0)
        unsafe cairo_paint(context)
        unsafe cairo_restore(context)
    }

    private static func outOfMemory(_ title: Title) -> TimelineError {
        TimelineError(.cannotDrawText, "Not enough memory to draw '\(title.text)'.")
    }

    private func set(_ color: Color, in context: OpaquePointer) {
        unsafe cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(color.alpha) / 255)
    }
}
