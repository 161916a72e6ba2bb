import CLibAV
package import Frames
package import LibAV

extension MediaFrame {
    /// Converts a decoded picture to upright pixels with premultiplied alpha.
    ///
    /// - Parameter orientation: How the picture is stored (default: as the decoder reports).
    package func uprightPixels(_ orientation: Orientation? = nil) throws(LibAVError) -> PixelBuffer {
        let frame = unsafe raw.pointee
        guard unsafe frame.width > 0, unsafe frame.height > 0 else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        let tag = unsafe av_dict_get(frame.metadata, "Orientation", nil, 0).map {
            unsafe String(cString: $0.pointee.value)
        }
        // libavcodec pads the number with spaces.
        let number = tag.flatMap { Int($0.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) }
        let orientation = orientation ?? Orientation(exif: number ?? 1)
        let pixels = try storedPixels()
        if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        return orientation.upright(pixels)
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
