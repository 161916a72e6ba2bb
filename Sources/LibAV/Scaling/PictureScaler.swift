import CLibAV
package import Frames

/// Turns decoded pictures into those of JPEG files; owns its C handle.
package struct PictureScaler: ~Copyable {
    private let raw: recorder_sws_context

    private init(owning raw: recorder_sws_context) { self.raw = raw }

    deinit { sws_freeContext(raw) }

    /// Makes a converter for pictures like one.
    ///
    /// - Parameter size: What comes out, in full-range YUV 4:2:0 by BT.601's
    ///   numbers, as JPEG files have it (JFIF 1.02).
    package static func make(like picture: borrowing MediaFrame, to size: PixelSize) throws(LibAVError) -> PictureScaler
    {
        let frame = picture.raw.pointee
        let context = try checkAllocated(
            "sws_getContext",
            sws_getContext(
                frame.width, frame.height, AVPixelFormat(frame.format), CInt(size.width), CInt(size.height),
                AV_PIX_FMT_YUVJ420P, recorder_sws_area, nil, nil, nil))
        let scaler = PictureScaler(owning: context)
        let isFullRange: CInt = frame.color_range == AVCOL_RANGE_JPEG ? 1 : 0
        try check(
            "sws_setColorspaceDetails",
            sws_setColorspaceDetails(
                context, sws_getCoefficients(coefficients(of: frame)), isFullRange, sws_getCoefficients(SWS_CS_ITU601),
                1, 0,
                1 << 16, 1 << 16))
        return scaler
    }

    /// Which of libswscale's sets of numbers a picture's colours are by; they
    /// are numbered as in H.264 (swscale.h).
    ///
    /// Where a file does not say, they are BT.601's up to the height of
    /// standard television, as players have it.
    private static func coefficients(of frame: AVFrame) -> CInt {
        switch frame.colorspace {
        case AVCOL_SPC_BT709, AVCOL_SPC_FCC, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_SMPTE240M,
            AVCOL_SPC_BT2020_NCL:
            CInt(frame.colorspace.rawValue)
        default: frame.height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }

    /// Converts a picture of the kind that the converter was made for.
    package func convert(_ source: borrowing MediaFrame, into target: borrowing MediaFrame) throws(LibAVError) {
        try check("sws_scale_frame", sws_scale_frame(raw, target.raw, source.raw))
    }
}
