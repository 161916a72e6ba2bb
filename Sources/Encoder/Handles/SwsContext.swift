import CLibAV
import Frames

/// Converts pictures of one kind to 32 bits a pixel; owns its C handle.
///
/// Used by one thread at a time.
final class SwsContext {
    private let raw: OpaquePointer

    deinit { sws_freeContext(raw) }

    /// Makes a converter of decoded pictures to full-range RGB.
    ///
    /// - Parameters:
    ///   - format: What comes in.
    ///   - size: What comes out, with straight alpha if there is any.
    init(from format: FrameScaler.Format, to size: PixelSize) throws(LibAVError) {
        raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        let target = format.hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
        try set(from: (format.size, format.pixelFormat), to: (size, target))
        if let description = av_pix_fmt_desc_get(format.pixelFormat)?.pointee,
            description.log2_chroma_w == 1, description.log2_chroma_h == 1
        {
            // Beside the left pixel of a pair, halfway between two rows
            // (ITU-T H.264, E.2.1); in 256ths of a pixel.
            try set("src_h_chr_pos", 0)
            try set("src_v_chr_pos", 128)
        }
        let isFullRange: CInt =
            format.colorRange == AVCOL_RANGE_JPEG || Self.isFullRangeByName(format.pixelFormat) ? 1 : 0
        // Refused for what is RGB already, which has no such numbers.
        sws_setColorspaceDetails(
            raw, sws_getCoefficients(format.coefficients), isFullRange, sws_getCoefficients(SWS_CS_ITU709), 1, 0,
            1 << 16, 1 << 16)
        try check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    /// Makes a converter of pixels with multiplied alpha to another size.
    init(from source: PixelSize, to size: PixelSize) throws(LibAVError) {
        raw = try checkAllocated("sws_alloc_context", sws_alloc_context())
        try set(from: (source, AV_PIX_FMT_BGRA), to: (size, AV_PIX_FMT_BGRA))
        try check("sws_init_context", sws_init_context(raw, nil, nil))
    }

    private func set(
        from source: (size: PixelSize, format: AVPixelFormat), to target: (size: PixelSize, format: AVPixelFormat)
    ) throws(LibAVError) {
        let isSmaller = target.size.width < source.size.width || target.size.height < source.size.height
        let method = source.size == target.size ? SWS_BILINEAR : isSmaller ? SWS_AREA : SWS_BICUBIC
        try set("srcw", source.size.width)
        try set("srch", source.size.height)
        try set("dstw", target.size.width)
        try set("dsth", target.size.height)
        try set("src_format", Int(source.format.rawValue))
        try set("dst_format", Int(target.format.rawValue))
        try set("sws_flags", Int(method | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT))
    }

    private func set(_ name: String, _ value: Int) throws(LibAVError) {
        try check("av_opt_set_int(\(name))", av_opt_set_int(UnsafeMutableRawPointer(raw), name, Int64(value), 0))
    }

    /// JPEG's own formats, which say their range by their name.
    private static func isFullRangeByName(_ format: AVPixelFormat) -> Bool {
        [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P]
            .contains(format)
    }

    /// Converts a picture of the kind that the converter was made for.
    func convert(_ frame: borrowing MediaFrame, into pixels: PixelBuffer) throws(LibAVError) {
        let (planes, strides) = (frame.raw.pointee.data, frame.raw.pointee.linesize)
        try scale(
            [planes.0, planes.1, planes.2, planes.3].map { $0.map { UnsafePointer($0) } },
            [strides.0, strides.1, strides.2, strides.3], height: frame.raw.pointee.height, into: pixels)
    }

    /// Converts pixels of the size that the converter was made for.
    func convert(_ source: PixelBuffer, into pixels: PixelBuffer) throws(LibAVError) {
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
