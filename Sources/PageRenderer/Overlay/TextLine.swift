internal import CWebKitGTK
internal import EngineLink

/// A text of one or more lines, laid out by Pango; owner of the layout.
@safe final class TextLine {
    private let layout: OpaquePointer
    /// The rectangle of the lines, in device pixels from the upper left corner of the layout.
    let extent: ViewRect

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - text: The text; control characters other than line feeds become spaces.
    ///   - fonts: Pango's context.
    ///   - size: The size of the font, in device pixels.
    ///   - isBold: Whether the font is bold.
    ///   - room: The size in which the text is wrapped, in device pixels. A text that is higher ends with an ellipsis,
    ///     but has at least one line.
    /// - Returns: `nil` for a text without visible characters.
    init?(_ text: String, fonts: OpaquePointer?, size: Double, isBold: Bool, room: (width: Double, height: Double)) {
        let lines = text.replacing("\r\n", with: "\n").unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" ? " " : Character(scalar)
        }
        guard let start = lines.firstIndex(where: { !$0.isWhitespace }),
            let end = lines.lastIndex(where: { !$0.isWhitespace }),
            let fonts = unsafe fonts, let layout = unsafe pango_layout_new(fonts)
        else { return nil }
        unsafe self.layout = layout
        let shown = String(String.UnicodeScalarView(lines[start...end].flatMap(\.unicodeScalars)))
        let font = unsafe pango_font_description_from_string(isBold ? "Sans Bold" : "Sans")
        unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_text(layout, shown, CInt(clamping: shown.utf8.count))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        unsafe pango_layout_set_width(layout, Self.units(room.width))
        unsafe pango_layout_set_height(layout, Self.units(room.height))
        var lineExtent = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &lineExtent)
        let unit = Double(PANGO_SCALE)
        extent = ViewRect(
            x: Double(lineExtent.x) / unit, y: Double(lineExtent.y) / unit, width: Double(lineExtent.width) / unit,
            height: Double(lineExtent.height) / unit)
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

    private static func units(_ length: Double) -> CInt { CInt(min(length, 1e6) * Double(PANGO_SCALE)) }

    /// Draws the text with its upper left corner at a position.
    func draw(x: Double, y: Double, _ color: PointerStyle.Color, on canvas: OverlayCanvas) {
        canvas.use(color)
        unsafe cairo_move_to(canvas.raw, x - extent.x, y - extent.y)
        unsafe pango_cairo_show_layout(canvas.raw, layout)
    }
}
