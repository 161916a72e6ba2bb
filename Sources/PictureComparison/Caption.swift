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
            // Pango finds a font for each script, which Cairo's own text functions do not.
            guard let layout = unsafe pango_cairo_create_layout(context) else { return }
            defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
            unsafe pango_layout_set_single_paragraph_mode(layout, 1)
            unsafe pango_layout_set_text(layout, line, CInt(line.utf8.count))
            let font = unsafe pango_font_description_from_string("Sans")
            defer { unsafe pango_font_description_free(font) }
            // A line is about 1.2 times as high as the font size.
            var fontSize = Double(size.height) / 1.4
            var ink = PangoRectangle()
            for _ in 0..<2 {
                unsafe pango_font_description_set_absolute_size(font, fontSize * Double(PANGO_SCALE))
                unsafe pango_layout_set_font_description(layout, font)
                unsafe pango_layout_get_pixel_extents(layout, &ink, nil)
                let room = Double(size.width) * 0.96
                guard Double(ink.width) > room else { break }
                fontSize *= room / Double(ink.width)
            }
            var logical = PangoRectangle()
            unsafe pango_layout_get_pixel_extents(layout, &ink, &logical)
            unsafe cairo_move_to(
                context, Double(size.width - Int(ink.width)) / 2 - Double(ink.x),
                Double(size.height - Int(logical.height)) / 2)
            unsafe pango_cairo_show_layout(context, layout)
            unsafe cairo_surface_flush(surface)
        }
        return pixels
    }
}
