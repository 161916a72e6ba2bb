private import CComposition
import CLibAV
import Frames

/// Turns pictures of one kind into pixels of one size.
///
/// Used by one thread at a time.
final class FrameScaler {
    /// What tells one kind of pictures from another.
    struct Format: Equatable {
        let width: CInt
        let height: CInt
        let pixelFormat: AVPixelFormat
        let colorSpace: AVColorSpace
        let colorRange: AVColorRange
        let hasAlpha: Bool

        init(of frame: borrowing MediaFrame) {
            width = frame.raw.pointee.width
            height = frame.raw.pointee.height
            pixelFormat = AVPixelFormat(frame.raw.pointee.format)
            colorSpace = frame.raw.pointee.colorspace
            colorRange = frame.raw.pointee.color_range
            hasAlpha =
                av_pix_fmt_desc_get(pixelFormat).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 } ?? false
        }

        var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

        /// The numbers of its colours; where a file says none, those that
        /// pictures of its size have mostly: BT.709 from 720 rows on.
        var coefficients: CInt {
            switch colorSpace {
            case AVCOL_SPC_BT709: SWS_CS_ITU709
            case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
            case AVCOL_SPC_FCC: SWS_CS_FCC
            case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
            case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
            default: height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
            }
        }
    }

    private let scaler: SwsContext
    /// Makes transparent pictures another size after their colours have been
    /// multiplied, so that what cannot be seen does not colour what can.
    private let second: SwsContext?
    private let staged: PixelBuffer?

    /// Makes a converter for one kind of pictures.
    init(from format: Format, to size: PixelSize) throws(LibAVError) {
        let needsStage = format.hasAlpha && format.size != size
        scaler = try SwsContext(from: format, to: needsStage ? format.size : size)
        second = needsStage ? try SwsContext(from: format.size, to: size) : nil
        staged = needsStage ? PixelBuffer(size: format.size, hasAlpha: true) : nil
    }

    /// Converts a picture of that kind.
    func convert(_ frame: borrowing MediaFrame, into pixels: PixelBuffer) throws(LibAVError) {
        guard let second, let staged else {
            try scaler.convert(frame, into: pixels)
            if pixels.hasAlpha { Self.multiply(pixels) }
            return
        }
        try scaler.convert(frame, into: staged)
        Self.multiply(staged)
        try second.convert(staged, into: pixels)
    }

    private static func multiply(_ pixels: PixelBuffer) {
        let (stride, size) = (pixels.stride, pixels.size)
        pixels.withMutableBytes { bytes in
            composition_multiply_by_alpha(
                composition_picture(
                    pixels: bytes.bindMemory(to: UInt32.self).baseAddress, stride: stride, width: size.width,
                    height: size.height, is_opaque: false))
        }
    }
}
