import CPictureLibraries
import Files
import Frames

/// Draws SVG files with librsvg.
///
/// librsvg loads nothing that a file refers to, because it does not know the file's place.
@safe final class SVGPicture {
    /// The size that the file states; in its absence, that of its view box, or 300x150 as in browsers (CSS 2.2, 10.3.2).
    let size: PixelSize

    private let path: String
    private let library: UnsafePointer<recorder_svg>
    private let raw: OpaquePointer

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/missingComponent``.
    init(_ contents: PictureContents) throws(FileError) {
        path = contents.path
        let library = try unsafe PictureLibrary.require(
            recorder_svg_load(), for: contents, "librsvg", package: "librsvg2-2")
        var error: UnsafeMutablePointer<RsvgError>?
        guard let raw = unsafe library.pointee.rsvg_handle_new_from_data(contents.bytes, contents.bytes.count, &error)
        else {
            let reason = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "it is damaged"
            if let error = unsafe error { unsafe library.pointee.g_error_free(error) }
            throw PictureContents.unreadable(contents.path, "librsvg reports: \(reason)")
        }
        unsafe self.library = library
        unsafe self.raw = raw
        size = unsafe Self.size(of: raw, library)
    }

    deinit { unsafe library.pointee.g_object_unref(UnsafeMutableRawPointer(raw)) }

    private static func size(of raw: OpaquePointer, _ library: UnsafePointer<recorder_svg>) -> PixelSize {
        func rounded(_ width: Double, _ height: Double) -> PixelSize {
            func side(_ length: Double) -> Int { Int(min(max(length.rounded(.up), 1), 16_384)) }
            return PixelSize(width: side(width), height: side(height))
        }
        var (width, height) = (0.0, 0.0)
        if unsafe library.pointee.rsvg_handle_get_intrinsic_size_in_pixels(raw, &width, &height) != 0,
            width > 0, height > 0
        {
            return rounded(width, height)
        }
        var (hasWidth, hasHeight, hasBox): (CInt, CInt, CInt) = (0, 0, 0)
        var (stated, tall, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        unsafe library.pointee.rsvg_handle_get_intrinsic_dimensions(
            raw, &hasWidth, &stated, &hasHeight, &tall, &hasBox, &box)
        guard hasBox != 0, box.width > 0, box.height > 0 else { return rounded(300, 150) }
        return rounded(box.width, box.height)
    }

    /// Draws the picture.
    ///
    /// - Parameter size: The size in pixels, with the file's aspect ratio.
    /// - Throws: ``FileError/Code/unreadableInput``.
    func pixels(_ size: PixelSize) throws(FileError) -> PixelBuffer {
        guard size.width * size.height <= PictureReader.mostPixels else {
            throw PictureContents.unreadable(
                path, "it is larger than \(PictureReader.mostPixels >> 20) megapixels")
        }
        let pixels = PixelBuffer(size: size, hasAlpha: true)
        let (width, height, stride) = (CInt(size.width), CInt(size.height), CInt(pixels.stride))
        let isDrawn = unsafe pixels.withMutableBytes { bytes in
            guard let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
            return unsafe recorder_svg_draw(library, raw, start, width, height, stride) != 0
        }
        guard isDrawn else { throw PictureContents.unreadable(path, "librsvg cannot draw it; it may be too complex") }
        return pixels
    }
}
