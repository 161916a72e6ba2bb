import CLibAV
package import Frames

/// Scales and converts decoded pictures for JPEG files; owns its C handle.
package struct PictureScaler: ~Copyable {
    private let raw: recorder_sws_context

    private init(owning raw: recorder_sws_context) { self.raw = raw }

    deinit { sws_freeContext(raw) }

    /// Creates a converter for pictures of one format.
    ///
    /// - Parameters:
    ///   - picture: A picture of that format.
    ///   - size: The output's size; its format is full-range YUV 4:2:0 with BT.601's matrix
    ///     coefficients (JFIF 1.02).
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

    /// Returns libswscale's constant for a picture's matrix coefficients; the numbers are those
    /// of H.264 (swscale.h).
    ///
    /// If the file does not state them, BT.601 up to 576 rows, the height of standard
    /// television, as players assume.
    private static func coefficients(of frame: AVFrame) -> CInt {
        switch frame.colorspace {
        case AVCOL_SPC_BT709, AVCOL_SPC_FCC, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_SMPTE240M,
            AVCOL_SPC_BT2020_NCL:
            CInt(frame.colorspace.rawValue)
        default: frame.height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }

    /// Converts a picture of that format.
    package func convert(_ source: borrowing MediaFrame, into target: borrowing MediaFrame) throws(LibAVError) {
        try check("sws_scale_frame", sws_scale_frame(raw, target.raw, source.raw))
    }
}
