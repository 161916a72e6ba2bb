package import CLibAV
package import Frames

/// Converts and scales pictures with libswscale; owns its C handle.
///
/// Use from one thread at a time.
@safe package final class Scaler {
    private let raw: recorder_sws_context
    /// The height of the source pictures.
    private let height: Int

    private static let exact =
        recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp | recorder_sws_full_chr_h_int

    private typealias Side = (size: PixelSize, format: AVPixelFormat)

    private init(from source: Side, to target: Side, flags: CInt) throws(LibAVError) {
        unsafe raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        height = source.size.height
        try set("srcw", source.size.width)
        try set("srch", source.size.height)
        try set("dstw", target.size.width)
        try set("dsth", target.size.height)
        try set("src_format", Int(source.format.rawValue))
        try set("dst_format", Int(target.format.rawValue))
        try set("sws_flags", Int(flags))
    }

    deinit { unsafe sws_freeContext(raw) }

    /// Sets the matrix coefficients and whether the range is full, of source and target.
    ///
    /// - Returns: A negative number if the conversion does not need them.
    @discardableResult
    private func setColors(from source: (ColorMatrix, Bool), to target: (ColorMatrix, Bool)) -> CInt {
        // Brightness 0, contrast 1 and saturation 1 (16.16 fixed point) change nothing.
        unsafe sws_setColorspaceDetails(
            raw, sws_getCoefficients(source.0.swscaleName), source.1 ? 1 : 0,
            sws_getCoefficients(target.0.swscaleName), target.1 ? 1 : 0, 0, 1 << 16, 1 << 16)
    }

    /// Sets where chroma samples are, relative to the pixels that share one; in 1/256 pixel.
    ///
    /// - Parameters:
    ///   - side: `src` or `dst`.
    ///   - format: The format of that side. Where pixels do not share chroma, it is where luma is.
    ///   - location: The location (pixfmt.h, AVChromaLocation); if unspecified, beside the left pixel, halfway between
    ///     two rows (ITU-T H.264, E.2.1).
    private func setChromaLocation(
        _ side: String, of format: AVPixelFormat, _ location: AVChromaLocation = AVCHROMA_LOC_UNSPECIFIED
    ) throws(LibAVError) {
        guard let description = unsafe av_pix_fmt_desc_get(format) else { return }
        let (columns, rows) = unsafe (1 << description.pointee.log2_chroma_w, 1 << description.pointee.log2_chroma_h)
        let isInMiddle = [AVCHROMA_LOC_CENTER, AVCHROMA_LOC_TOP, AVCHROMA_LOC_BOTTOM].contains(location)
        if columns > 1 { try set("\(side)_h_chr_pos", isInMiddle ? (columns - 1) * 128 : 0) }
        guard rows > 1 else { return }
        switch location {
        case AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_TOP: try set("\(side)_v_chr_pos", 0)
        case AVCHROMA_LOC_BOTTOMLEFT, AVCHROMA_LOC_BOTTOM: try set("\(side)_v_chr_pos", (rows - 1) * 256)
        default: try set("\(side)_v_chr_pos", (rows - 1) * 128)
        }
    }

    private func set(_ name: String, _ value: Int) throws(LibAVError) {
        try check("av_opt_set_int(\(name))", unsafe av_opt_set_int(UnsafeMutableRawPointer(raw), name, Int64(value), 0))
    }

    private func initialize() throws(LibAVError) {
        try unsafe check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    private func scale(
        _ planes: [UnsafePointer<UInt8>?], _ strides: [CInt], into target: [UnsafeMutablePointer<UInt8>?],
        _ targetStrides: [CInt]
    ) -> CInt {
        unsafe sws_scale(raw, planes, strides, 0, CInt(height), target, targetStrides)
    }
}

// MARK: - Kinds

extension Scaler {
    /// Creates a scaler of decoded pictures to full-range RGB.
    ///
    /// - Parameters:
    ///   - format: The source's format; at the target's size, with a chroma sample for each pixel.
    ///   - size: The target's size; its alpha, if any, is straight.
    package convenience init(from format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        try self.init(
            from: (format.size, format.pixelFormat), to: (size, Self.rgb(hasAlpha: format.hasAlpha)),
            flags: Self.method(from: format.size, to: size) | Self.exact)
        try setChromaLocation("src", of: format.pixelFormat, format.chromaLocation)
        // Scaling RGB goes through YUV in libswscale, so both directions need the same matrix
        // coefficients.
        setColors(
            from: format.isRGB ? (.bt709, true) : (format.matrix, format.isFullRange), to: (.bt709, true))
        try initialize()
    }

    /// Creates a converter of decoded still pictures to full-range RGB of the same size.
    ///
    /// - Parameters:
    ///   - format: The source's format, with a chroma sample for each pixel.
    ///   - hasAlpha: Whether the target has alpha, which is straight.
    package convenience init(fromStill format: PictureFormat, hasAlpha: Bool) throws(LibAVError) {
        try self.init(
            from: (format.size, format.pixelFormat), to: (format.size, Self.rgb(hasAlpha: hasAlpha)),
            flags: recorder_sws_bilinear | Self.exact)
        try initialize()
        guard !format.isRGB else { return }
        // JPEG (JFIF 1.02) and VP8 (RFC 6386, 9.2) default to BT.601's matrix coefficients;
        // grayscale is always full range.
        let isFullRange = format.isGrayscale || format.colorRange == AVCOL_RANGE_JPEG
        try check(
            "sws_setColorspaceDetails",
            setColors(
                from: (format.colorSpace == AVCOL_SPC_UNSPECIFIED ? .bt601 : format.matrix, isFullRange),
                to: (.bt709, true)))
    }

    /// Creates a scaler of decoded pictures that keeps their format and colors.
    package convenience init(scaling format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        try self.init(
            from: (format.size, format.pixelFormat), to: (size, format.pixelFormat),
            flags: Self.method(from: format.size, to: size))
        try setChromaLocation("src", of: format.pixelFormat)
        try setChromaLocation("dst", of: format.pixelFormat)
        setColors(from: (format.matrix, format.isFullRange), to: (format.matrix, format.isFullRange))
        try initialize()
    }

    /// Creates a converter of decoded pictures that gives each pixel a chroma sample, and keeps colors.
    ///
    /// - Parameters:
    ///   - format: The source's format.
    ///   - size: The size of both, in whole chroma samples.
    ///   - target: The target's pixel format.
    ///   - location: Where the source's chroma samples are.
    convenience init(
        upsampling format: PictureFormat, size: PixelSize, to target: AVPixelFormat, location: AVChromaLocation
    ) throws(LibAVError) {
        try self.init(
            from: (size, format.pixelFormat), to: (size, target),
            flags: recorder_sws_bilinear | recorder_sws_accurate_rnd)
        try setChromaLocation("src", of: format.pixelFormat, location)
        setColors(from: (format.matrix, format.isFullRange), to: (format.matrix, format.isFullRange))
        try initialize()
    }

    /// Creates a scaler of decoded pictures for JPEG files: full-range YUV 4:2:0 with BT.601's
    /// matrix coefficients (JFIF 1.02).
    package convenience init(fromMovie format: PictureFormat, toJPEG size: PixelSize) throws(LibAVError) {
        try self.init(
            from: (format.size, format.pixelFormat), to: (size, AV_PIX_FMT_YUVJ420P), flags: recorder_sws_area)
        try initialize()
        try check(
            "sws_setColorspaceDetails",
            setColors(from: (format.matrix, format.isFullRange), to: (.bt601, true)))
    }

    /// Creates a scaler of 32-bit pixels.
    ///
    /// - Parameters:
    ///   - source: The source's size.
    ///   - target: The target's size.
    ///   - hasAlpha: Whether both have alpha; it must be premultiplied for correct averages.
    package convenience init(
        from source: PixelSize, to target: PixelSize, hasAlpha: Bool
    ) throws(LibAVError) {
        let format = Self.rgb(hasAlpha: hasAlpha)
        let isSmaller = target.width <= source.width && target.height <= source.height
        try self.init(
            from: (source, format), to: (target, format),
            flags: (isSmaller ? recorder_sws_area : recorder_sws_bicubic) | Self.exact)
        try initialize()
    }

    /// Creates a converter of 32-bit pixels to limited-range YUV with BT.709's matrix
    /// coefficients.
    ///
    /// - Parameters:
    ///   - size: The pictures' size; even.
    ///   - hasAlpha: Whether the pixels have straight alpha.
    ///   - format: The target's pixel format.
    package convenience init(
        size: PixelSize, hasAlpha: Bool, to format: AVPixelFormat
    ) throws(LibAVError) {
        try self.init(
            from: (size, Self.rgb(hasAlpha: hasAlpha)), to: (size, format), flags: recorder_sws_bilinear | Self.exact)
        try setChromaLocation("dst", of: format)
        try check("sws_setColorspaceDetails", setColors(from: (.bt709, true), to: (.bt709, false)))
        try initialize()
    }

    /// Creates a converter of 32-bit pixels to another order or number of 8-bit channels, which changes no value.
    package convenience init(reordering size: PixelSize, hasAlpha: Bool, to format: AVPixelFormat) throws(LibAVError) {
        try self.init(
            from: (size, Self.rgb(hasAlpha: hasAlpha)), to: (size, format), flags: recorder_sws_bilinear | Self.exact)
        try initialize()
    }

    /// Creates a converter of opaque 32-bit pixels for JPEG files: full-range YUV 4:4:4 with
    /// BT.601's matrix coefficients (JFIF 1.02).
    package convenience init(toJPEG size: PixelSize) throws(LibAVError) {
        try self.init(
            from: (size, AV_PIX_FMT_BGR0), to: (size, AV_PIX_FMT_YUVJ444P),
            flags: recorder_sws_bilinear | recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp)
        try initialize()
        try check("sws_setColorspaceDetails", setColors(from: (.bt601, true), to: (.bt601, true)))
    }

    private static func rgb(hasAlpha: Bool) -> AVPixelFormat { hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0 }

    private static func method(from source: PixelSize, to target: PixelSize) -> CInt {
        if source == target { return recorder_sws_bilinear }
        let isSmaller = target.width < source.width || target.height < source.height
        return isSmaller ? recorder_sws_area : recorder_sws_bicubic
    }
}

// MARK: - Conversion

extension Scaler {
    /// Converts a picture into an allocated frame.
    package func convert(_ source: borrowing MediaFrame, into target: borrowing MediaFrame) throws(LibAVError) {
        try unsafe check(
            "sws_scale", scale(source.planes, source.strides, into: target.mutablePlanes, target.strides))
    }

    /// Converts a picture into a pixel buffer.
    package func convert(_ source: borrowing MediaFrame, into target: PixelBuffer) throws(LibAVError) {
        let (planes, strides) = unsafe (source.planes, source.strides)
        try unsafe check("sws_scale", target.withPlane { unsafe scale(planes, strides, into: $0, $1) })
    }

    /// Converts pixels into an allocated frame.
    ///
    /// libswscale reads whole vectors past a row's last pixel, but never past the stride, which
    /// is a multiple of the widest vector.
    package func convert(_ source: PixelBuffer, into target: borrowing MediaFrame) throws(LibAVError) {
        let (planes, strides) = unsafe (target.mutablePlanes, target.strides)
        try unsafe check("sws_scale", source.withPlane(at: 0) { unsafe scale($0, $1, into: planes, strides) })
    }

    /// Scales pixels.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - offset: Bytes from the picture's first pixel to the first pixel to scale.
    ///   - target: The output.
    package func convert(_ source: PixelBuffer, at offset: Int = 0, into target: PixelBuffer) throws(LibAVError) {
        let code = unsafe source.withPlane(at: offset) { planes, strides in
            unsafe target.withPlane { unsafe scale(planes, strides, into: $0, $1) }
        }
        try check("sws_scale", code)
    }
}

extension MediaFrame {
    fileprivate var mutablePlanes: [UnsafeMutablePointer<UInt8>?] {
        let data = unsafe raw.pointee.data
        return unsafe [data.0, data.1, data.2, data.3]
    }

    fileprivate var planes: [UnsafePointer<UInt8>?] {
        unsafe mutablePlanes.map { unsafe $0.map { unsafe UnsafePointer($0) } }
    }

    fileprivate var strides: [CInt] {
        let strides = unsafe raw.pointee.linesize
        return [strides.0, strides.1, strides.2, strides.3]
    }
}

extension PixelBuffer {
    fileprivate func withPlane(
        at offset: Int, _ body: ([UnsafePointer<UInt8>?], [CInt]) -> CInt
    ) -> CInt {
        unsafe withBytes { bytes in
            let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress.map { unsafe $0 + offset }
            return unsafe body([start, nil, nil, nil], [CInt(stride), 0, 0, 0])
        }
    }

    fileprivate func withPlane(_ body: ([UnsafeMutablePointer<UInt8>?], [CInt]) -> CInt) -> CInt {
        unsafe withMutableBytes {
            unsafe body([$0.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil], [CInt(stride), 0, 0, 0])
        }
    }
}
