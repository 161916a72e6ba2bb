internal import CWebKitGTK
internal import EngineLink
internal import Frames

/// Draws captions and key caps as pictures, which are kept until the text changes.
///
/// Pango shapes, wraps and orders the text with the system's fonts.
@safe final class OverlayText {
    private let frame: PixelSize
    /// The size of text, in device pixels.
    private let textSize: Double
    /// The fonts of this object, because Pango's maps of fonts belong to threads.
    private lazy var fonts: OpaquePointer? = unsafe Self.makeFonts()
    private var caption: (text: String, placed: PlacedPicture?)?
    private var keys: (caps: [String], placed: PlacedPicture?)?

    /// Prepares drawing.
    ///
    /// - Parameters:
    ///   - frame: The size of the frames, in device pixels.
    ///   - scale: Device pixels per CSS pixel.
    init(frame: PixelSize, scale: Double) {
        self.frame = frame
        // About 30 lines fit on a page, with sizes that can be read.
        textSize = min(max(Double(min(frame.width, frame.height)) / scale * 0.032, 13), 48) * scale
    }

    deinit { if let fonts = unsafe fonts { unsafe g_object_unref(UnsafeMutableRawPointer(fonts)) } }

    private static func makeFonts() -> OpaquePointer? {
        guard let map = unsafe pango_cairo_font_map_new() else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(map)) }
        guard let fonts = unsafe pango_font_map_create_context(map) else { return nil }
        // Unhinted text is the same at any scale, whatever the desktop's settings are.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(fonts, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_context_set_round_glyph_positions(fonts, 0)
        return unsafe fonts
    }

    private static let barColor = PointerStyle.Color(red: 20, green: 20, blue: 25)
    private static let capFace = PointerStyle.Color(red: 250, green: 250, blue: 252)
    private static let capSide = PointerStyle.Color(red: 184, green: 189, blue: 199)

    // MARK: - Captions

    /// Returns the bar with a caption at the bottom of the frame; `nil` if the text is empty.
    func bar(with text: String) -> PlacedPicture? {
        if let caption, caption.text == text { return caption.placed }
        let placed = drawBar(text)
        caption = (text, placed)
        return placed
    }

    /// Returns how far a bar lifts the key caps, in device pixels.
    func lift(above bar: PlacedPicture) -> Double { Double(bar.picture.height) - 2 * shadowReach + 0.7 * textSize }

    /// The distance of the bar from the bottom.
    private var margin: Double { 1.5 * textSize }

    private func drawBar(_ text: String) -> PlacedPicture? {
        let (paddingX, paddingY) = (0.9 * textSize, 0.55 * textSize)
        let room = (
            width: max(1, 0.8 * Double(frame.width) - 2 * paddingX),
            height: max(1, 0.4 * Double(frame.height) - 2 * paddingY)
        )
        guard let line = unsafe TextLine(text, fonts: fonts, size: textSize, isBold: false, room: room) else {
            return nil
        }
        let box = ViewRect(
            x: shadowReach, y: shadowReach, width: (line.extent.width + 2 * paddingX).rounded(.up),
            height: (line.extent.height + 2 * paddingY).rounded(.up))
        let path = VectorPath().roundedRect(box, radius: 0.6 * textSize)
        let shadow = shadow(width: box.width, height: box.height) { $0.fill(path, .black) }
        guard let picture = picture(width: box.width, height: box.height) else { return nil }
        picture.draw { canvas in
            show(shadow, opacity: 0.35, on: canvas)
            // The shadow must not show through the bar.
            canvas.erase(path)
            canvas.fill(path, Self.barColor, opacity: 0.84)
            canvas.strokeInside(path, width: 0.06 * textSize, .white, opacity: 0.14)
            line.draw(
                x: box.x + (box.width - line.extent.width) / 2, y: box.y + (box.height - line.extent.height) / 2,
                .white, on: canvas)
        }
        return placed(picture, bottom: Double(frame.height) - margin)
    }

    // MARK: - Key caps

    /// Returns a row of key caps in the lower middle of the frame; `nil` without keys.
    ///
    /// - Parameters:
    ///   - caps: The texts. If not all fit, the last ones are shown.
    ///   - lift: How far the row is above its usual place, in device pixels.
    func row(of caps: [String], lift: Int) -> PlacedPicture? {
        if keys?.caps != caps { keys = (caps, drawRow(caps)) }
        return keys?.placed.map { PlacedPicture(picture: $0.picture, left: $0.left, top: $0.top - lift) }
    }

    private func drawRow(_ caps: [String]) -> PlacedPicture? {
        let (height, padding, gap) = ((2.1 * textSize).rounded(), 0.75 * textSize, (0.4 * textSize).rounded())
        let lip = max(1, (0.14 * textSize).rounded())
        let room = 0.9 * Double(frame.width)
        var row: [(line: TextLine, width: Double)] = []
        var width = -gap
        for cap in caps.reversed() {
            let inside = (width: max(1, room - 2 * padding), height: 1.0)
            guard let line = unsafe TextLine(cap, fonts: fonts, size: textSize, isBold: true, room: inside) else {
                continue
            }
            let capWidth = max(height, (line.extent.width + 2 * padding).rounded(.up))
            guard row.isEmpty || width + gap + capWidth <= room else { break }
            row.append((line, capWidth))
            width += gap + capWidth
        }
        guard !row.isEmpty else { return nil }
        var left = shadowReach
        let boxes = row.reversed().map { key in
            defer { left += key.width + gap }
            return (key.line, ViewRect(x: left, y: shadowReach, width: key.width, height: height + lip))
        }
        let radius = 0.4 * textSize
        let shadow = shadow(width: width, height: height + lip) { canvas in
            for (_, box) in boxes { canvas.fill(VectorPath().roundedRect(box, radius: radius), .black) }
        }
        guard let picture = picture(width: width, height: height + lip) else { return nil }
        picture.draw { canvas in
            show(shadow, opacity: 0.45, on: canvas)
            for (line, box) in boxes { drawCap(line, in: box, lip: lip, radius: radius, on: canvas) }
        }
        return placed(picture, bottom: Double(frame.height) - margin)
    }

    private func drawCap(
        _ line: TextLine, in box: ViewRect, lip: Double, radius: Double, on canvas: OverlayCanvas
    ) {
        let side = VectorPath().roundedRect(box, radius: radius)
        canvas.fill(side, Self.capSide)
        let face = ViewRect(x: box.x, y: box.y, width: box.width, height: box.height - lip)
        canvas.fill(VectorPath().roundedRect(face, radius: radius), Self.capFace)
        canvas.strokeInside(side, width: 0.06 * textSize, .black, opacity: 0.28)
        line.draw(
            x: face.x + (face.width - line.extent.width) / 2, y: face.y + (face.height - line.extent.height) / 2,
            Self.barColor, on: canvas)
    }

    // MARK: - Boxes

    /// How far the shadow of a box reaches, in whole device pixels.
    private var shadowReach: Double { Double(3 * shadowRadius + 1) }
    private var shadowRadius: Int { Int((0.14 * textSize).rounded(.up)) }

    /// Creates a picture for boxes of a width and height, with their shadows.
    private func picture(width: Double, height: Double, _ content: OverlayPicture.Content = .color) -> OverlayPicture? {
        OverlayPicture(
            width: Int(width + 2 * shadowReach), height: Int(height + 2 * shadowReach), content)
    }

    private func shadow(
        width: Double, height: Double, _ draw: (OverlayCanvas) -> Void
    ) -> OverlayPicture? {
        let picture = picture(width: width, height: height, .alpha)
        picture?.draw(draw)
        picture?.blur(radius: shadowRadius)
        return picture
    }

    private func show(_ shadow: OverlayPicture?, opacity: Double, on canvas: OverlayCanvas) {
        guard let shadow else { return }
        canvas.showShadow(shadow, x: 0, y: (0.08 * textSize).rounded(), opacity: opacity)
    }

    /// Places the box of a picture in the middle of the frame.
    private func placed(_ picture: OverlayPicture, bottom: Double) -> PlacedPicture {
        PlacedPicture(
            picture: picture, left: (frame.width - picture.width) / 2,
            top: Int((bottom + shadowReach).rounded()) - picture.height)
    }
}
