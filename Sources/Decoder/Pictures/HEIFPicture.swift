import CPictureLibraries
import Files
import Frames
import LibAV

/// Reads HEIC and AVIF files with libheif.
///
/// Planes in YCbCr are converted as those of films and other stills are. libheif converts others.
@safe final class HEIFPicture {
    private let contents: PictureContents
    private let library: UnsafePointer<recorder_heif>
    private let context: OpaquePointer
    private let handle: OpaquePointer
    private let hasAlpha: Bool

    /// Decodes a file's primary picture: upright sRGB pixels with premultiplied alpha.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/missingComponent``.
    static func decode(_ contents: PictureContents) throws(FileError) -> PixelBuffer {
        let library = try unsafe PictureLibrary.require(
            recorder_heif_load(), for: contents, "libheif", package: "libheif1")
        return try unsafe contents.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            try unsafe HEIFPicture(contents, bytes, library).pixels()
        }
    }

    /// Opens a file.
    ///
    /// - Parameter bytes: The file's bytes, which stay valid as long as this object.
    private init(
        _ contents: PictureContents, _ bytes: UnsafeBufferPointer<UInt8>, _ library: UnsafePointer<recorder_heif>
    ) throws(FileError) {
        guard let context = unsafe library.pointee.heif_context_alloc() else {
            throw FileError(.internalFailure, "libheif's decoder cannot be created.")
        }
        // Larger pictures fail, and are measured afterwards.
        unsafe library.pointee.heif_context_set_maximum_image_size_limit(context, 1 << 16)
        var handle: OpaquePointer?
        var error = unsafe library.pointee.heif_context_read_from_memory_without_copy(
            context, bytes.baseAddress, bytes.count, nil)
        if unsafe error.code == heif_error_Ok {
            unsafe error = library.pointee.heif_context_get_primary_image_handle(context, &handle)
        }
        guard unsafe error.code == heif_error_Ok, let handle = unsafe handle else {
            unsafe library.pointee.heif_context_free(context)
            throw unsafe Self.failure(contents, error)
        }
        self.contents = contents
        unsafe self.library = library
        unsafe self.context = context
        unsafe self.handle = handle
        hasAlpha = unsafe library.pointee.heif_image_handle_has_alpha_channel(handle) != 0
    }

    deinit {
        unsafe library.pointee.heif_image_handle_release(handle)
        unsafe library.pointee.heif_context_free(context)
    }

    /// The error for a failure of libheif.
    private static func failure(_ contents: PictureContents, _ error: heif_error) -> FileError {
        let text = unsafe error.message.map { unsafe String(cString: $0) } ?? "an error"
        // Since libheif 1.17, each decoder is a package.
        let isMissing =
            unsafe error.code == heif_error_Unsupported_filetype || error.subcode == heif_suberror_Unsupported_codec
            || error.code == heif_error_Plugin_loading_error
        guard isMissing else {
            return PictureContents.unreadable(contents.path, "libheif reports: \(text)")
        }
        return FileError(
            .missingComponent,
            "The picture '\(contents.path)' cannot be decoded: libheif reports: \(text). Its decoders may be "
                + "missing: apt-get install libheif-plugin-libde265 libheif-plugin-dav1d")
    }

    private func pixels() throws(FileError) -> PixelBuffer {
        let size = unsafe PixelSize(
            width: Int(library.pointee.heif_image_handle_get_width(handle)),
            height: Int(library.pointee.heif_image_handle_get_height(handle)))
        guard size.width > 0, size.height > 0, size.width <= PictureReader.mostPixels / size.height else {
            throw PictureLibrary.tooLarge(contents)
        }
        let planes = try unsafe HEIFPlanes(library, handle, decode(heif_colorspace_undefined, heif_chroma_undefined))
        guard !planes.isHDR else {
            throw PictureContents.unreadable(
                contents.path, "it is HDR, which is not supported in pictures; convert it to SDR")
        }
        let profile = colorProfile ?? planes.profile
        let isPremultiplied = unsafe library.pointee.heif_image_handle_is_premultiplied_alpha(handle) != 0
        let pixels: PixelBuffer
        if let stored = try converted(planes) { pixels = stored } else { pixels = try asRGB() }
        pixels.finish(profile, isPremultiplied: isPremultiplied)
        return pixels
    }

    /// Converts planes to pixels; `nil` if libheif has to do so.
    private func converted(_ planes: HEIFPlanes) throws(FileError) -> PixelBuffer? {
        do throws(LibAVError) {
            return try planes.pixels(hasAlpha: hasAlpha)
        } catch {
            throw PictureContents.unreadable(contents.path, "its colors cannot be converted", cause: error)
        }
    }

    private func asRGB() throws(FileError) -> PixelBuffer {
        let chroma = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
        return try unsafe HEIFPlanes(library, handle, decode(heif_colorspace_RGB, chroma)).interleaved(
            hasAlpha: hasAlpha)
    }

    /// Decodes the picture, upright.
    private func decode(_ space: heif_colorspace, _ chroma: heif_chroma) throws(FileError) -> OpaquePointer {
        let options = unsafe library.pointee.heif_decoding_options_alloc()
        defer { unsafe library.pointee.heif_decoding_options_free(options) }
        if space == heif_colorspace_RGB { unsafe options?.pointee.convert_hdr_to_8bit = 1 }
        unsafe options?.pointee.strict_decoding = 1
        var image: OpaquePointer?
        let error = unsafe library.pointee.heif_decode_image(handle, &image, space, chroma, options)
        guard unsafe error.code == heif_error_Ok, let image = unsafe image else {
            throw unsafe Self.failure(contents, error)
        }
        return unsafe image
    }

    /// The ICC profile, if any that changes colors.
    private var colorProfile: ColorProfile? {
        let length = unsafe library.pointee.heif_image_handle_get_raw_color_profile_size(handle)
        guard length > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        let error = unsafe library.pointee.heif_image_handle_get_raw_color_profile(handle, &bytes)
        return unsafe error.code == heif_error_Ok ? ColorProfile(bytes) : nil
    }
}
