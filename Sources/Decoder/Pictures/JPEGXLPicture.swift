import CPictureLibraries
import Files
import Frames

/// Reads JPEG XL files with libjxl.
@safe final class JPEGXLPicture {
    private let contents: PictureContents
    private let library: UnsafePointer<recorder_jxl>
    private let raw: OpaquePointer
    private var info = JxlBasicInfo()
    private var profile: ColorProfile?

    /// Straight RGB and alpha, of 8 bits.
    private static var format: JxlPixelFormat {
        JxlPixelFormat(num_channels: 4, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
    }

    /// Decodes a file: upright sRGB pixels with premultiplied alpha.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/missingComponent``.
    static func decode(_ contents: PictureContents) throws(FileError) -> PixelBuffer {
        try JPEGXLPicture(contents).pixels()
    }

    private init(_ contents: PictureContents) throws(FileError) {
        self.contents = contents
        unsafe library = try PictureLibrary.require(
            recorder_jxl_load(), for: contents, "libjxl", package: String(cString: recorder_jxl_package))
        guard let raw = unsafe library.pointee.JxlDecoderCreate(nil) else {
            throw FileError(.internalFailure, "libjxl's decoder cannot be created.")
        }
        unsafe self.raw = raw
    }

    deinit { unsafe library.pointee.JxlDecoderDestroy(raw) }

    private var damaged: FileError { PictureContents.unreadable(contents.path, "it is damaged or cut short") }

    private func pixels() throws(FileError) -> PixelBuffer {
        let events = JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue
        return try unsafe contents.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            guard unsafe library.pointee.JxlDecoderSubscribeEvents(raw, CInt(events)) == JXL_DEC_SUCCESS,
                unsafe library.pointee.JxlDecoderSetInput(raw, bytes.baseAddress, bytes.count) == JXL_DEC_SUCCESS
            else { throw damaged }
            unsafe library.pointee.JxlDecoderCloseInput(raw)
            return try decodeInput()
        }
    }

    private func decodeInput() throws(FileError) -> PixelBuffer {
        while true {
            switch unsafe library.pointee.JxlDecoderProcessInput(raw) {
            case JXL_DEC_BASIC_INFO: try readInfo()
            case JXL_DEC_COLOR_ENCODING: try readColors()
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER: return try decodePixels()
            default: throw damaged
            }
        }
    }

    /// The size of the upright picture, which libjxl turns.
    private var size: PixelSize { PixelSize(width: Int(info.xsize), height: Int(info.ysize)) }

    private func readInfo() throws(FileError) {
        guard unsafe library.pointee.JxlDecoderGetBasicInfo(raw, &info) == JXL_DEC_SUCCESS else { throw damaged }
        guard size.width <= PictureReader.mostPixels, size.height <= PictureReader.mostPixels / max(1, size.width)
        else {
            throw PictureLibrary.tooLarge(contents)
        }
        guard info.have_animation == 0 else {
            throw PictureContents.unreadable(
                contents.path, "it is an animation as JPEG XL, which is not supported; convert it to APNG or WebP")
        }
    }

    private func readColors() throws(FileError) {
        var color = JxlColorEncoding()
        // A file with an ICC profile does not describe its colors.
        if unsafe recorder_jxl_color(library, raw, &color) == JXL_DEC_SUCCESS,
            [JXL_TRANSFER_FUNCTION_PQ, JXL_TRANSFER_FUNCTION_HLG].contains(color.transfer_function)
        {
            throw PictureContents.unreadable(
                contents.path, "it is HDR, which is not supported in pictures; convert it to SDR")
        }
        var length = 0
        guard unsafe recorder_jxl_profile_size(library, raw, &length) == JXL_DEC_SUCCESS, length > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: length)
        if unsafe recorder_jxl_profile(library, raw, &bytes, length) == JXL_DEC_SUCCESS {
            profile = ColorProfile(bytes)
        }
    }

    private func decodePixels() throws(FileError) -> PixelBuffer {
        let (width, height) = (size.width, size.height)
        var values = [UInt8](repeating: 0, count: width * height * 4)
        var format = Self.format
        let status = unsafe values.withUnsafeMutableBytes { bytes in
            guard
                unsafe library.pointee.JxlDecoderSetImageOutBuffer(raw, &format, bytes.baseAddress, bytes.count)
                    == JXL_DEC_SUCCESS
            else { return JXL_DEC_ERROR }
            return unsafe library.pointee.JxlDecoderProcessInput(raw)
        }
        guard status == JXL_DEC_FULL_IMAGE else { throw damaged }
        let pixels = PixelBuffer(size: size, hasAlpha: info.alpha_bits > 0)
        unsafe pixels.withMutableBytes { target in
            for row in 0..<height {
                for column in 0..<width {
                    let (from, to) = ((row * width + column) * 4, row * pixels.stride + column * 4)
                    unsafe target[to] = values[from + 2]
                    unsafe target[to + 1] = values[from + 1]
                    unsafe target[to + 2] = values[from]
                    unsafe target[to + 3] = values[from + 3]
                }
            }
        }
        pixels.finish(profile, isPremultiplied: info.alpha_premultiplied != 0)
        return pixels
    }
}
