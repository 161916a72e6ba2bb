package import CLibAV
package import Frames

/// The properties of a decoded picture that determine its conversion.
package struct PictureFormat: Equatable {
    package let size: PixelSize
    package let pixelFormat: AVPixelFormat
    package let colorSpace: AVColorSpace
    package let colorRange: AVColorRange
    package let transfer: AVColorTransferCharacteristic
    package let primaries: AVColorPrimaries
    /// Where chroma samples are; unspecified in most files.
    package let chromaLocation: AVChromaLocation

    /// The format of a picture, with a size of at least 1x1.
    package init(of frame: borrowing MediaFrame) {
        size = unsafe PixelSize(
            width: max(1, Int(frame.raw.pointee.width)), height: max(1, Int(frame.raw.pointee.height)))
        pixelFormat = unsafe AVPixelFormat(frame.raw.pointee.format)
        colorSpace = unsafe frame.raw.pointee.colorspace
        colorRange = unsafe frame.raw.pointee.color_range
        transfer = unsafe frame.raw.pointee.color_trc
        primaries = unsafe frame.raw.pointee.color_primaries
        chromaLocation = unsafe frame.raw.pointee.chroma_location
    }

    /// libav's description of the pixel format.
    private var descriptor: AVPixFmtDescriptor {
        unsafe av_pix_fmt_desc_get(pixelFormat)?.pointee ?? AVPixFmtDescriptor()
    }

    private func has(_ flags: CInt) -> Bool { unsafe descriptor.flags & UInt64(flags) != 0 }

    /// Whether the picture has an alpha channel.
    package var hasAlpha: Bool { has(AV_PIX_FMT_FLAG_ALPHA) }

    /// Whether luma ranges from 0 to 255; libav's JPEG formats imply that.
    package var isFullRange: Bool {
        colorRange == AVCOL_RANGE_JPEG
            || [
                AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
            ]
            .contains(pixelFormat)
    }

    /// Whether the format is RGB or a palette rather than YUV.
    package var isRGB: Bool { has(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) }

    /// Whether each pixel is an index of a color.
    package var isPalette: Bool { has(AV_PIX_FMT_FLAG_PAL) }

    /// Whether the picture has luma, and perhaps alpha, only.
    package var isGrayscale: Bool { unsafe (1...2).contains(descriptor.nb_components) }

    /// Whether it is 8-bit YUV 4:2:0 with chroma samples in their usual place, as almost all videos are.
    package var isCommon: Bool {
        (pixelFormat == AV_PIX_FMT_YUV420P || pixelFormat == AV_PIX_FMT_YUVJ420P)
            && [AVCHROMA_LOC_UNSPECIFIED, AVCHROMA_LOC_LEFT].contains(chromaLocation)
    }

    /// The size in pixels, rounded up to whole chroma samples.
    package var wholeChromaSize: PixelSize {
        let (right, down) = unsafe (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
        func roundedUp(_ side: Int, _ shift: Int) -> Int { ((side + (1 << shift) - 1) >> shift) << shift }
        return PixelSize(width: roundedUp(size.width, right), height: roundedUp(size.height, down))
    }

    /// The planar format of the same depth whose pixels have a chroma sample each; `nil` if they have one, or if there is
    /// no such format.
    var formatWithFullChroma: PictureFormat? {
        let shifts = unsafe descriptor.log2_chroma_w + descriptor.log2_chroma_h
        guard shifts > 0, !isRGB else { return nil }
        let depth = unsafe descriptor.comp.0.depth
        let pixelFormat = unsafe av_get_pix_fmt("yuv\(hasAlpha ? "a" : "")444p\(depth > 8 ? String(depth) : "")")
        guard pixelFormat != AV_PIX_FMT_NONE else { return nil }
        return PictureFormat(self, pixelFormat)
    }

    /// Replaces a format's pixel format with one that does not imply the range.
    private init(_ other: PictureFormat, _ pixelFormat: AVPixelFormat) {
        (size, self.pixelFormat, chromaLocation) = (other.size, pixelFormat, AVCHROMA_LOC_UNSPECIFIED)
        (colorSpace, transfer, primaries) = (other.colorSpace, other.transfer, other.primaries)
        colorRange = other.isFullRange ? AVCOL_RANGE_JPEG : other.colorRange
    }

    /// The matrix coefficients; if the file does not state them, BT.709 from 720 rows on and
    /// BT.601 below.
    package var matrix: ColorMatrix {
        switch colorSpace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
        case AVCOL_SPC_FCC: .fcc
        case AVCOL_SPC_SMPTE240M: .smpte240M
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: size.height >= 720 ? .bt709 : .bt601
        }
    }
}

/// The matrix coefficients of YUV, and libswscale's constant for them.
package enum ColorMatrix {
    case bt601, bt709, fcc, smpte240M, bt2020

    /// The weights of red and blue in luma (ITU-T H.273, table 4).
    package var weights: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .fcc: (0.30, 0.11)
        case .smpte240M: (0.212, 0.087)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    package var swscaleName: CInt {
        switch self {
        case .bt601: SWS_CS_ITU601
        case .bt709: SWS_CS_ITU709
        case .fcc: SWS_CS_FCC
        case .smpte240M: SWS_CS_SMPTE240M
        case .bt2020: SWS_CS_BT2020
        }
    }
}
