package import CLibAV

/// The color properties of a video's pictures (ITU-T H.273).
package struct VideoColors: Sendable, Equatable {
    /// The primaries: those of BT.709, which sRGB shares, unless the pictures are HDR.
    package let primaries: AVColorPrimaries
    /// The transfer characteristics: BT.709's for YUV, sRGB's for RGB, or those of HDR.
    package let transfer: AVColorTransferCharacteristic
    /// The matrix coefficients: BT.709's for YUV, identity for RGB, or those of HDR.
    package let matrix: AVColorSpace
    /// The range: limited for YUV, full for RGB.
    package let range: AVColorRange
    /// The chroma location: left for YUV, H.264's default; unspecified for RGB.
    package let chroma: AVChromaLocation

    /// States the properties.
    init(
        primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace, range: AVColorRange,
        chroma: AVChromaLocation
    ) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        (self.range, self.chroma) = (range, chroma)
    }

    /// The color properties of pictures written in a pixel format.
    package init(of format: AVPixelFormat) {
        let isRGB = format == AV_PIX_FMT_BGR0 || format == AV_PIX_FMT_BGRA
        primaries = AVCOL_PRI_BT709
        transfer = isRGB ? AVCOL_TRC_IEC61966_2_1 : AVCOL_TRC_BT709
        matrix = isRGB ? AVCOL_SPC_RGB : AVCOL_SPC_BT709
        range = isRGB ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        chroma = isRGB ? AVCHROMA_LOC_UNSPECIFIED : AVCHROMA_LOC_LEFT
    }
}
