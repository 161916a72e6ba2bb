import CLibAV
package import Frames
package import LibAV

extension MediaFrame {
    /// Converts a decoded picture to upright pixels with premultiplied alpha.
    ///
    /// - Parameter orientation: How the picture is stored (default: as the decoder reports).
    package func uprightPixels(_ orientation: Orientation? = nil) throws(LibAVError) -> PixelBuffer {
        let frame = raw.pointee
        guard frame.width > 0, frame.height > 0 else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        let tag = av_dict_get(frame.metadata, "Orientation", nil, 0).map { String(cString: $0.pointee.value) }
        // libavcodec pads the number with spaces.
        let number = tag.flatMap { Int($0.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) }
        let orientation = orientation ?? Orientation(exif: number ?? 1)
        let pixels = try storedPixels(size: PixelSize(width: Int(frame.width), height: Int(frame.height)))
        if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        return orientation.upright(pixels)
    }

    /// Converts the picture to 32-bit pixels with straight alpha.
    private func storedPixels(size: PixelSize) throws(LibAVError) -> PixelBuffer {
        let format = AVPixelFormat(rawValue: raw.pointee.format)
        let description = try checkAllocated("av_pix_fmt_desc_get", av_pix_fmt_desc_get(format))
        let flags = description.pointee.flags
        // Palette entries have alpha (pixfmt.h, AV_PIX_FMT_PAL8).
        let isPalette = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
        let hasAlpha = isPalette || flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        let (width, height) = (raw.pointee.width, raw.pointee.height)
        let context = try checkAllocated(
            "sws_getContext",
            sws_getContext(
                width, height, format, width, height, hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0,
                recorder_sws_bicubic | recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp
                    | recorder_sws_full_chr_h_int, nil, nil, nil))
        defer { sws_freeContext(context) }
        if flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0 && !isPalette {
            // JPEG (JFIF 1.02) and VP8 (RFC 6386, 9.2) default to BT.601's matrix coefficients;
            // grayscale is always full range.
            let isFullRange = description.pointee.nb_components < 3 || raw.pointee.color_range == AVCOL_RANGE_JPEG
            let isBT709 = raw.pointee.colorspace == AVCOL_SPC_BT709
            try check(
                "sws_setColorspaceDetails",
                sws_setColorspaceDetails(
                    context, sws_getCoefficients(isBT709 ? SWS_CS_ITU709 : SWS_CS_ITU601), isFullRange ? 1 : 0,
                    sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16, 1 << 16))
        }
        let pixels = PixelBuffer(size: size, hasAlpha: hasAlpha)
        let (data, strides) = (raw.pointee.data, raw.pointee.linesize)
        let planes: [UnsafePointer<UInt8>?] = [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
        let code = pixels.withMutableBytes { bytes in
            let target = [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
            return sws_scale(
                context, planes, [strides.0, strides.1, strides.2, strides.3], 0, height, target,
                [CInt(pixels.stride), 0, 0, 0])
        }
        try check("sws_scale", code)
        return pixels
    }
}
