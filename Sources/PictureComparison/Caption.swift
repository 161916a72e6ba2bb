private import CPango
public import Frames
private import Notation

/// Draws a line of text as a picture, black on white.
public enum Caption {
    /// Draws a line in the center of a picture, as large as fits.
    ///
    /// - Parameters:
    ///   - text: The line; control characters become spaces.
    ///   - size: The picture's size in pixels.
    public static func draw(_ text: String, size: PixelSize) -> PixelBuffer {
        let pixels = PixelBuffer(size: size)
        let line = ForeignText.line(text)
        unsafe pixels.withMutableBytes { bytes in
            let surface = unsafe cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, CInt(size.width), CInt(size.height),
                CInt(pixels.stride))
            defer { unsafe cairo_surface_destroy(surface) }
            let context = unsafe cairo_create(surface)
            defer { unsafe cairo_destroy(context) }
            unsafe cairo_set_source_rgb(context, 1, 1, 1)
            unsafe cairo_paint(context)
            unsafe cairo_set_source_rgb(context, 0, 0, 0)
            unsafe cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
            // Ascent and descent together are about 1.2 times the font size.
            var fontSize = Double(size.height) / 1.4
            var extents = cairo_text_extents_t()
            unsafe cairo_set_font_size(context, fontSize)
            unsafe cairo_text_extents(context, line, &extents)
            let room = Double(size.width) * 0.96
            if extents.width > room {
                fontSize *= room / extents.width
                unsafe cairo_set_font_size(context, fontSize)
                unsafe cairo_text_extents(context, line, &extents)
            }
            var font = cairo_font_extents_t()
            unsafe cairo_font_extents(context, &font)
            unsafe cairo_move_to(
                context, (Double(size.width) - extents.width) / 2 - extents.x_bearing,
                (Double(size.height) + font.ascent - font.descent) / 2)
            unsafe cairo_show_text(context, line)
            unsafe cairo_surface_flush(surface)
        }
        return pixels
    }
}
