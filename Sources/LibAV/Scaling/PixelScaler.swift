package import CLibAV
package import Frames
import Glibc

/// Converts 32-bit pixels to YUV; owns its C handle.
package struct PixelScaler: ~Copyable {
    private let raw: recorder_sws_context

    private init(owning raw: recorder_sws_context) { self.raw = raw }

    deinit { sws_freeContext(raw) }

    /// Creates a converter to BT.709 for pictures of one even size.
    ///
    /// - Parameters:
    ///   - size: The pictures' size.
    ///   - hasAlpha: Whether the pixels have straight alpha.
    ///   - format: The output's pixel format.
    package static func make(
        size: PixelSize, hasAlpha: Bool, to format: AVPixelFormat
    ) throws(LibAVError) -> PixelScaler {
        let context = try checkAllocated("sws_alloc_context", sws_alloc_context())
        let scaler = PixelScaler(owning: context)
        let flags =
            recorder_sws_bilinear | recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp
            | recorder_sws_full_chr_h_int
        try scaler.set("srcw", size.width)
        try scaler.set("srch", size.height)
        try scaler.set("dstw", size.width)
        try scaler.set("dsth", size.height)
        try scaler.set("src_format", Int((hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0).rawValue))
        try scaler.set("dst_format", Int(format.rawValue))
        try scaler.set("sws_flags", Int(flags))
        // H.264's default chroma location: beside the left pixel of a pair, halfway between two
        // rows (ITU-T H.264, E.2.1); in 1/256 pixel.
        try scaler.set("dst_h_chr_pos", 0)
        try scaler.set("dst_v_chr_pos", 128)
        // Full-range input and limited-range output, both with BT.709's matrix coefficients.
        // Brightness 0, contrast 1 and saturation 1 (16.16 fixed point) change nothing.
        let coefficients = sws_getCoefficients(SWS_CS_ITU709)
        try check(
            "sws_setColorspaceDetails",
            sws_setColorspaceDetails(context, coefficients, 1, coefficients, 0, 0, 1 << 16, 1 << 16))
        try check("sws_init_context", sws_init_context(context, nil, nil))
        return scaler
    }

    /// Creates a converter for JPEG files: full-range YUV 4:4:4 with BT.601's matrix
    /// coefficients (JFIF 1.02).
    package static func jpeg(size: PixelSize) throws(LibAVError) -> PixelScaler {
        let (width, height) = (CInt(size.width), CInt(size.height))
        let context = try checkAllocated(
            "sws_getContext",
            sws_getContext(
                width, height, AV_PIX_FMT_BGR0, width, height, AV_PIX_FMT_YUVJ444P,
                recorder_sws_bilinear | recorder_sws_accurate_rnd | recorder_sws_full_chr_h_inp, nil, nil, nil))
        let scaler = PixelScaler(owning: context)
        let coefficients = sws_getCoefficients(SWS_CS_ITU601)
        try check(
            "sws_setColorspaceDetails",
            sws_setColorspaceDetails(context, coefficients, 1, coefficients, 1, 0, 1 << 16, 1 << 16))
        return scaler
    }

    private func set(_ name: String, _ value: Int) throws(LibAVError) {
        try check("av_opt_set_int(\(name))", av_opt_set_int(UnsafeMutableRawPointer(raw), name, Int64(value), 0))
    }

    /// Converts a pixel buffer of the converter's size.
    ///
    /// libswscale reads whole vectors past a row's last pixel, but never past the stride, which
    /// is a multiple of the widest vector.
    package func convert(_ pixels: PixelBuffer, into picture: borrowing MediaFrame) throws(LibAVError) {
        let target = picture.raw
        let code = pixels.withBytes { bytes in
            scale(bytes.bindMemory(to: UInt8.self).baseAddress, stride: CInt(pixels.stride), into: target)
        }
        try check("sws_scale", code)
    }

    /// Converts a frame of the converter's size.
    package func convert(_ source: borrowing MediaFrame, into picture: borrowing MediaFrame) throws(LibAVError) {
        let start = UnsafePointer(source.raw.pointee.data.0)
        try check("sws_scale", scale(start, stride: source.raw.pointee.linesize.0, into: picture.raw))
    }

    private func scale(
        _ start: UnsafePointer<UInt8>?, stride: CInt, into target: UnsafeMutablePointer<AVFrame>
    ) -> CInt {
        let source: [UnsafePointer<UInt8>?] = [start, nil, nil, nil]
        let planes = target.pointee.data
        let strides = target.pointee.linesize
        let targets = [planes.0, planes.1, planes.2, planes.3]
        let targetStrides = [strides.0, strides.1, strides.2, strides.3]
        return sws_scale(raw, source, [stride, 0, 0, 0], 0, target.pointee.height, targets, targetStrides)
    }
}
