package import CLibAV

/// Which colours the numbers of a video's pictures stand for (ITU-T H.273).
package struct VideoColors {
    /// BT.709's, which are sRGB's.
    package let primaries = AVCOL_PRI_BT709
    /// BT.709's for YUV, sRGB's own for the pixels as they are.
    package let transfer: AVColorTransferCharacteristic
    /// BT.709's, or none.
    package let matrix: AVColorSpace
    /// Limited, or full for the pixels as they are.
    package let range: AVColorRange
    /// Between the left pixels (H.264's default siting), where it matters.
    package let chroma: AVChromaLocation

    /// The colours of what is written in a format.
    package init(of format: AVPixelFormat) {
        let isRGB = format == AV_PIX_FMT_BGR0 || format == AV_PIX_FMT_BGRA
        transfer = isRGB ? AVCOL_TRC_IEC61966_2_1 : AVCOL_TRC_BT709
        matrix = isRGB ? AVCOL_SPC_RGB : AVCOL_SPC_BT709
        range = isRGB ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        chroma = isRGB ? AVCHROMA_LOC_UNSPECIFIED : AVCHROMA_LOC_LEFT
    }
}
