import CLibAV
package import Frames

/// Converts and scales pictures with libswscale; owns its C handle.
///
/// Use from one thread at a time.
package final class SwsContext {
    private let raw: recorder_sws_context

    deinit { sws_freeContext(raw) }

    /// Creates a converter of decoded pictures to full-range RGB.
    ///
    /// - Parameters:
    ///   - format: The input's format.
    ///   - size: The output's size; its alpha, if any, is straight.
    package init(from format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        let target = format.hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
        let exact = recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp | recorder_sws_full_chr_h_int
        try set(from: (format.size, format.pixelFormat), to: (size, target), flags: exact)
        if format.hasQuarteredColor { try setColorPlace("src") }
        // Scaling RGB goes through YUV in libswscale, so both directions need the same matrix
        // coefficients.
        let numbers = sws_getCoefficients(SWS_CS_ITU709)
        let source = format.isRGB ? numbers : sws_getCoefficients(format.matrix.swscaleName)
        // Fails harmlessly if no conversion is needed.
        sws_setColorspaceDetails(
            raw, source, format.isRGB || format.isFullRange ? 1 : 0, numbers, 1, 0, 1 << 16, 1 << 16)
        try check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    /// Creates a scaler of decoded pictures that keeps their format and colors.
    package init(scaling format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        try set(from: (format.size, format.pixelFormat), to: (size, format.pixelFormat), flags: 0)
        try setColorPlace("src")
        try setColorPlace("dst")
        let (coefficients, range) = (sws_getCoefficients(format.matrix.swscaleName), CInt(format.isFullRange ? 1 : 0))
        sws_setColorspaceDetails(raw, coefficients, range, coefficients, range, 0, 1 << 16, 1 << 16)
        try check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    /// Creates a scaler of pixels with premultiplied alpha.
    package init(from source: PixelSize, to size: PixelSize) throws(LibAVError) {
        raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        try set(from: (source, AV_PIX_FMT_BGRA), to: (size, AV_PIX_FMT_BGRA), flags: recorder_sws_accurate_rnd)
        try check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    private func set(
        from source: (size: PixelSize, format: AVPixelFormat), to target: (size: PixelSize, format: AVPixelFormat),
        flags: CInt
    ) throws(LibAVError) {
        let isSmaller = target.size.width < source.size.width || target.size.height < source.size.height
        let method =
            source.size == target.size ? recorder_sws_bilinear : isSmaller ? recorder_sws_area : recorder_sws_bicubic
        try set("srcw", source.size.width)
        try set("srch", source.size.height)
        try set("dstw", target.size.width)
        try set("dsth", target.size.height)
        try set("src_format", Int(source.format.rawValue))
        try set("dst_format", Int(target.format.rawValue))
        try set("sws_flags", Int(method | flags))
    }

    private func set(_ name: String, _ value: Int) throws(LibAVError) {
        try check("av_opt_set_int(\(name))", av_opt_set_int(UnsafeMutableRawPointer(raw), name, Int64(value), 0))
    }

    /// Sets the chroma location: beside the left pixel of a pair, halfway between two rows
    /// (ITU-T H.264, E.2.1); in 1/256 pixel.
    private func setColorPlace(_ side: String) throws(LibAVError) {
        try set("\(side)_h_chr_pos", 0)
        try set("\(side)_v_chr_pos", 128)
    }

    /// Converts a picture of the context's format into an allocated frame.
    package func convert(_ frame: borrowing MediaFrame, into target: borrowing MediaFrame) throws(LibAVError) {
        try check("sws_scale_frame", sws_scale_frame(raw, target.raw, frame.raw))
    }

    /// Converts a picture of the context's format into a pixel buffer.
    package func convert(_ frame: borrowing MediaFrame, into pixels: PixelBuffer) throws(LibAVError) {
        let (planes, strides) = (frame.raw.pointee.data, frame.raw.pointee.linesize)
        try scale(
            [planes.0, planes.1, planes.2, planes.3].map { $0.map { UnsafePointer($0) } },
            [strides.0, strides.1, strides.2, strides.3], height: frame.raw.pointee.height, into: pixels)
    }

    /// Converts pixels of the context's input size.
    package func convert(_ source: PixelBuffer, into pixels: PixelBuffer) throws(LibAVError) {
        let code = source.withBytes { bytes -> Result<Void, LibAVError> in
            let planes: [UnsafePointer<UInt8>?] = [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
            return Result { () throws(LibAVError) in
                try scale(planes, [CInt(source.stride), 0, 0, 0], height: CInt(source.size.height), into: pixels)
            }
        }
        try code.get()
    }

    private func scale(
        _ planes: [UnsafePointer<UInt8>?], _ strides: [CInt], height: CInt, into pixels: PixelBuffer
    ) throws(LibAVError) {
        let code = pixels.withMutableBytes { bytes in
            sws_scale(
                raw, planes, strides, 0, height, [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil],
                [CInt(pixels.stride), 0, 0, 0])
        }
        try check("sws_scale", code)
    }
}
