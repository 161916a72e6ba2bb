internal import CWebKitGTK

/// A picture in memory that is drawn once and then shown in many frames; owner of a Cairo surface.
@safe final class OverlayPicture {
    /// What a pixel contains.
    enum Content {
        /// A premultiplied color.
        case color
        /// An alpha only.
        case alpha
    }

    /// The size, in pixels.
    let width, height: Int
    let raw: OpaquePointer

    /// Creates a transparent picture; `nil` if there is not enough memory or a side is too long for Cairo.
    init?(width: Int, height: Int, _ content: Content) {
        let surface = unsafe cairo_image_surface_create(
            content == .color ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8, CInt(clamping: width), CInt(clamping: height))
        guard let surface = unsafe surface else { return nil }
        guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_surface_destroy(surface)
            return nil
        }
        unsafe raw = surface
        (self.width, self.height) = (width, height)
    }

    deinit { unsafe cairo_surface_destroy(raw) }

    /// Draws into the picture.
    func draw(_ body: (OverlayCanvas) -> Void) {
        unsafe OverlayCanvas.draw(on: raw, body)
        unsafe cairo_surface_flush(raw)
    }

    /// Blurs a picture of alpha.
    ///
    /// Three averages over squares are close to a Gaussian blur (central limit theorem).
    ///
    /// - Parameter radius: Half the side of a square, in pixels. The blur reaches three times as far.
    func blur(radius: Int) {
        guard radius > 0, let data = unsafe cairo_image_surface_get_data(raw) else { return }
        let stride = unsafe Int(cairo_image_surface_get_stride(raw))
        for _ in 0..<3 {
            for row in 0..<height {
                unsafe Self.average(data + row * stride, count: width, step: 1, radius: radius)
            }
            for column in 0..<width {
                unsafe Self.average(data + column, count: height, step: stride, radius: radius)
            }
        }
        unsafe cairo_surface_mark_dirty(raw)
    }

    /// Replaces each byte of a line by the average of the bytes near it.
    private static func average(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, step: Int, radius: Int) {
        let line = (0..<count).map { unsafe Int(bytes[$0 * step]) }
        let length = 2 * radius + 1
        var sum = line.prefix(radius).reduce(0, +)
        for index in 0..<count {
            if index + radius < count { sum += line[index + radius] }
            if index > radius { sum -= line[index - radius - 1] }
            unsafe bytes[index * step] = UInt8((sum + length / 2) / length)
        }
    }
}

/// A picture and where it is in a frame, in device pixels.
struct PlacedPicture {
    let picture: OverlayPicture
    /// The column and row of the picture's upper left corner.
    let left, top: Int

    /// The picture's extent.
    var extent: ViewRect {
        ViewRect(x: Double(left), y: Double(top), width: Double(picture.width), height: Double(picture.height))
    }

    /// Draws the picture.
    func draw(on canvas: OverlayCanvas, opacity: Double) {
        canvas.show(picture, x: Double(left), y: Double(top), opacity: opacity)
    }
}
