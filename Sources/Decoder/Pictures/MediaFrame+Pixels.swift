import CLibAV
package import Frames
package import LibAV

extension MediaFrame {
    /// Converts a decoded picture to upright sRGB pixels with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - orientation: How the picture is stored (default: as the decoder reports).
    ///   - profile: The color profile, if the decoder does not report the file's.
    package func uprightPixels(
        _ orientation: Orientation? = nil, profile: ColorProfile? = nil
    ) throws(LibAVError) -> PixelBuffer {
        let frame = unsafe raw.pointee
        guard unsafe frame.width > 0, unsafe frame.height > 0 else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        let pixels = try storedPixels()
        (profile ?? colorProfile)?.convert(pixels)
        if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        return (orientation ?? Orientation(of: self)).upright(pixels)
    }

    /// The picture's ICC profile, if any that changes colors.
    var colorProfile: ColorProfile? {
        unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_ICC_PROFILE).flatMap { data in
            unsafe ColorProfile(Array(UnsafeBufferPointer(start: data.pointee.data, count: data.pointee.size)))
        }
    }

    /// Converts the picture to 32-bit pixels with straight alpha.
    private func storedPixels() throws(LibAVError) -> PixelBuffer {
        let format = PictureFormat(of: self)
        // Palette entries have alpha (pixfmt.h, AV_PIX_FMT_PAL8).
        let hasAlpha = format.hasAlpha || format.isPalette
        let pixels = PixelBuffer(size: format.size, hasAlpha: hasAlpha)
        try Scaler(fromStill: format, hasAlpha: hasAlpha).convert(self, into: pixels)
        return pixels
    }
}

extension Orientation {
    /// The orientation that a decoded still picture's Exif data states.
    ///
    /// libavcodec reports it as a tag, a display matrix or both, depending on the format. In FFmpeg 9.0, only numbers
    /// other than 1 to 8 are tags.
    init(of frame: borrowing MediaFrame) {
        let tag = unsafe av_dict_get(frame.raw.pointee.metadata, "Orientation", nil, 0).map {
            unsafe String(cString: $0.pointee.value)
        }
        // libavcodec pads the number with spaces.
        if let number = tag.flatMap({ Int($0.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) }) {
            self.init(exif: number)
        } else if let data = unsafe av_frame_get_side_data(frame.raw, AV_FRAME_DATA_DISPLAYMATRIX) {
            unsafe self.init(displayMatrix: UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
        } else {
            self.init()
        }
    }
}
