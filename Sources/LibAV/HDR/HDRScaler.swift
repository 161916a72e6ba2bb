package import CLibAV
package import Files
package import Frames

/// Brings decoded HDR pictures of one format to a size and a pixel format, without changing their light or colors.
///
/// Pictures that have both already are passed on as they are. Others are turned and scaled with 16 bits per sample by
/// zimg, and centered on black. Use from one thread at a time.
package final class HDRScaler {
    /// How pictures are converted.
    private enum Method {
        case none
        case graph(FilterGraph)
    }

    private let method: Method
    private let target: HDRTarget
    /// The size at which the whole picture is shown.
    private let shown: PixelSize

    /// Opens a scaler.
    ///
    /// - Parameters:
    ///   - format: The format of the decoded pictures.
    ///   - orientation: How they are turned for display.
    ///   - shown: The size at which they are shown, upright; not larger than the target, and in whole chroma samples.
    ///   - target: What is returned; the primaries, the transfer function and the matrix are those of the source.
    /// - Throws: libav's error, for example if libavfilter has no `zscale`.
    package init(
        from format: PictureFormat, _ orientation: Orientation, shown: PixelSize, on target: HDRTarget
    ) throws(LibAVError) {
        let (pixelFormat, colors, size) = (target.pixelFormat, target.colors, target.size)
        self.shown = shown
        self.target = target
        let source = VideoColors(hdr: format)
        let isSame = format.pixelFormat == pixelFormat && format.size == size && source == colors
        if isSame, shown == size, orientation.isUpright {
            method = .none
            return
        }
        let (stored, range) = (format.size, source.rangeName)
        var input = "buffer@source=video_size=\(stored.width)x\(stored.height):pix_fmt=\(format.pixelFormat.rawValue)"
        input += ":time_base=1/1"
        if recorder_graphs_have_colors() != 0 { input += ":colorspace=\(source.matrix.rawValue):range=\(range)" }
        let scaling =
            "zscale=w=\(shown.width):h=\(shown.height):f=spline36:rin=\(range):r=\(colors.rangeName)"
            + ":cin=\(source.chromaName):c=\(colors.chromaName)"
        let name = unsafe av_get_pix_fmt_name(pixelFormat).map { unsafe String(cString: $0) } ?? "yuv420p10le"
        let filters =
            [input] + orientation.filters(of: source) + [scaling, "format=\(name)", "buffersink@sink"]
        method = .graph(
            try FilterGraph(filters.joined(separator: ","), source: "buffer@source", sink: "buffersink@sink"))
    }

    /// Checks that libavfilter can scale the pictures of a film.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func check(_ path: String) throws(FileError) {
        try FFmpeg.loadFilters()
        guard unsafe avfilter_get_by_name("zscale") == nil else { return }
        throw FileError(
            .missingComponent,
            "'\(path)' cannot be kept in HDR: FFmpeg's filter zscale, which scales its pictures, is missing. Use Debian's "
                + "FFmpeg, which has it, or leave out hdr: keep.")
    }

    /// Converts a picture of that format.
    package func converted(_ frame: borrowing MediaFrame) throws(LibAVError) -> VideoPicture {
        guard case .graph(let graph) = method else { return VideoPicture(try frame.sharing(), tagged: target.colors) }
        let input = try frame.sharing()
        input.tag(VideoColors(hdr: PictureFormat(of: frame)))
        try graph.send(input)
        let scaled = try MediaFrame()
        guard try graph.receive(into: scaled) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "av_buffersink_get_frame")
        }
        guard shown != target.size else { return VideoPicture(scaled, tagged: target.colors) }
        let canvas = try MediaFrame(size: target.size, format: target.pixelFormat)
        canvas.fillBlack(isFullRange: target.colors.range == AVCOL_RANGE_JPEG)
        canvas.copyToCenter(scaled)
        return VideoPicture(canvas, tagged: target.colors)
    }
}

/// What the pictures of an HDR video are like.
package struct HDRTarget: Sendable {
    /// The size, in whole chroma samples.
    package let size: PixelSize
    /// Planar YUV with more than 8 bits per sample.
    package let pixelFormat: AVPixelFormat
    /// The colors.
    package let colors: VideoColors

    /// Describes pictures.
    package init(size: PixelSize, pixelFormat: AVPixelFormat, colors: VideoColors) {
        (self.size, self.pixelFormat, self.colors) = (size, pixelFormat, colors)
    }
}

extension Orientation {
    /// The filters that turn stored pictures upright, with a chroma sample for each pixel, as others would be misplaced.
    fileprivate func filters(of source: VideoColors) -> [String] {
        guard !isUpright else { return [] }
        return ["zscale=rin=\(source.rangeName):r=\(source.rangeName):cin=\(source.chromaName)", "format=yuv444p16le"]
            + (isColumnReversed ? ["hflip"] : []) + (isRowReversed ? ["vflip"] : [])
            // Swaps rows and columns: the upper left corner stays.
            + (swapsAxes ? ["transpose=cclock_flip"] : [])
    }
}

extension VideoColors {
    /// zscale's name of the range.
    fileprivate var rangeName: String { range == AVCOL_RANGE_JPEG ? "pc" : "tv" }

    /// zscale's name of the chroma location.
    fileprivate var chromaName: String {
        switch chroma {
        case AVCHROMA_LOC_CENTER: "center"
        case AVCHROMA_LOC_TOPLEFT: "topleft"
        case AVCHROMA_LOC_TOP: "top"
        case AVCHROMA_LOC_BOTTOMLEFT: "bottomleft"
        case AVCHROMA_LOC_BOTTOM: "bottom"
        default: "left"
        }
    }
}

extension MediaFrame {
    /// A plane of samples of two bytes, and how often it has fewer samples than luma, as powers of two.
    @safe private struct Plane {
        let start: UnsafeMutablePointer<UInt8>
        let stride: Int
        let (columns, rows): (Int, Int)
        let (right, down): (Int, Int)
    }

    /// The planes of a planar YUV picture with more than 8 bits per sample.
    private var planes: [Plane] {
        guard let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(raw.pointee.format)) else { return [] }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        let shifts = unsafe (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
        return (0..<3).compactMap { index in
            guard let start = unsafe plane(index) else { return nil }
            let (right, down) = index == 0 ? (0, 0) : shifts
            return unsafe Plane(
                start: start, stride: stride(index), columns: width >> right, rows: height >> down, right: right,
                down: down)
        }
    }

    /// Fills the picture with black.
    fileprivate func fillBlack(isFullRange: Bool) {
        guard let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(raw.pointee.format)) else { return }
        let depth = unsafe description.pointee.comp.0.depth
        for (index, plane) in planes.enumerated() {
            let value: UInt16 = index > 0 ? 1 << (depth - 1) : isFullRange ? 0 : 16 << (depth - 8)
            for row in 0..<plane.rows {
                unsafe (plane.start + row * plane.stride).withMemoryRebound(to: UInt16.self, capacity: plane.columns) {
                    unsafe $0.update(repeating: value, count: plane.columns)
                }
            }
        }
    }

    /// Copies a smaller picture of the same pixel format into the middle, to the nearest whole chroma sample.
    fileprivate func copyToCenter(_ picture: borrowing MediaFrame) {
        let (width, height) = unsafe (
            Int(raw.pointee.width - picture.raw.pointee.width), Int(raw.pointee.height - picture.raw.pointee.height)
        )
        let (left, top) = (width / 4 * 2, height / 4 * 2)
        for (target, source) in zip(planes, picture.planes) {
            let first = (top >> target.down) * target.stride + (left >> target.right) * 2
            for row in 0..<source.rows {
                unsafe (target.start + first + row * target.stride).update(
                    from: source.start + row * source.stride, count: source.columns * 2)
            }
        }
    }
}
