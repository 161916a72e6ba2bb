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
    private let scale: Double
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
        scale = Double(size.width) / Double(frame.width)
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
            throw TimelineError(.cannotDrawText, "Not enough memory to draw '\(title.text)'.")
        }
        unsafe (self.surface, self.context, self.layout) = (surface, context, layout)
        setUp(frame)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    private func setUp(_ frame: PixelSize) {
        // Unhinted metrics scale linearly, so that a small preview wraps its lines as the full size does.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
        unsafe cairo_font_options_destroy(options)
        unsafe cairo_scale(context, scale, scale)
        unsafe pango_cairo_update_layout(context, layout)

        setFont(size: title.size)
        unsafe pango_layout_set_text(layout, title.text, CInt(title.text.utf8.count))
        unsafe pango_layout_set_width(layout, CInt(clamping: frame.width * Int(PANGO_SCALE)))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_alignment(layout, alignment)
        if height > Double(frame.height) { shrink(to: Double(frame.height)) }
    }

    private func setFont(size: Double) {
        let font = unsafe pango_font_description_from_string(title.font)
        unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
    }

    /// Sets the largest font size, to a thousandth, with which the text is not higher than its frame.
    private func shrink(to most: Double) {
        var (fitting, tooLarge) = (0.0, title.size)
        while tooLarge - fitting > title.size / 1000 {
            let size = (fitting + tooLarge) / 2
            setFont(size: size)
            if height > most { tooLarge = size } else { fitting = size }
        }
        setFont(size: fitting)
    }

    /// The text's height, in canvas pixels.
    var height: Double {
        var (width, height): (CInt, CInt) = (0, 0)
        unsafe pango_layout_get_size(layout, &width, &height)
        return Double(height) / Double(PANGO_SCALE)
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
    consuming func draw() -> PixelBuffer {
        if let background = title.background {
            set(background)
            unsafe cairo_paint(context)
        }
        let frameHeight = Double(pixels.size.height) / scale
        unsafe cairo_move_to(context, 0, (frameHeight - height) / 2)
        set(title.color)
        unsafe pango_cairo_show_layout(context, layout)
        unsafe cairo_surface_flush(surface)
        return pixels
    }

    private func set(_ color: Color) {
        unsafe cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(color.alpha) / 255)
    }
}
