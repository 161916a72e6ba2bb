package import CLibAV
package import Files
package import Frames

/// Converts HDR pictures, and others with BT.2020's primaries, to BT.709 pictures of one size.
///
/// The reference white of HDR, 203 cd/m² (ITU-R BT.2408), becomes almost white. Darker tones up to 61 cd/m² keep their
/// light exactly; brighter ones, up to 1000 cd/m², are compressed. Use from one thread at a time.
package final class ToneMapper {
    private let graph: FilterGraph
    /// The picture converted last: 8-bit YUV 4:2:0.
    package let output: MediaFrame

    /// The light of the reference white, and the brightest light that is distinguished, in cd/m².
    private static let (white, peak) = (203.0, 1000.0)

    /// Opens a converter for pictures of one format.
    ///
    /// - Throws: libav's error, for example if libavfilter has no `zscale`.
    package init(from format: PictureFormat, to size: PixelSize) throws(LibAVError) {
        let (stored, range) = (format.size, format.isFullRange ? "pc" : "tv")
        let matrix = format.colorSpace == AVCOL_SPC_UNSPECIFIED ? "2020_ncl" : "input"
        var source = "buffer@source=video_size=\(stored.width)x\(stored.height):pix_fmt=\(format.pixelFormat.rawValue)"
        source += ":time_base=1/1"
        if recorder_graphs_have_colors() != 0 { source += ":colorspace=\(format.colorSpace.rawValue):range=\(range)" }
        let first = "zscale=w=\(size.width):h=\(size.height):f=bicubic:rin=\(range):min=\(matrix):pin=2020"
        let filters: [String]
        if let transfer = format.hdrTransfer {
            filters = [
                "\(first):tin=\(transfer.rawValue):t=linear:npl=\(Self.white)", "format=gbrpf32le", "zscale=p=709",
                "tonemap=mobius:param=0.3:desat=0:peak=\(Self.peak / Self.white)", "zscale=t=709:m=709:r=tv",
            ]
        } else {
            filters = ["\(first):tin=709:p=709:t=709:m=709:r=tv"]
        }
        let description = ([source] + filters + ["format=yuv420p", "buffersink@sink"]).joined(separator: ",")
        graph = try FilterGraph(description, source: "buffer@source", sink: "buffersink@sink")
        output = try MediaFrame()
    }

    /// Converts a picture of that format.
    package func convert(_ frame: borrowing MediaFrame) throws(LibAVError) {
        try graph.send(frame)
        guard try graph.receive(into: output) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "av_buffersink_get_frame")
        }
    }

    /// Checks that libavfilter can convert the pictures of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - transfer: The transfer function that it states.
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func check(_ path: String, _ transfer: AVColorTransferCharacteristic) throws(FileError) {
        try FFmpeg.loadFilters()
        for name in ["zscale", "tonemap"] where unsafe avfilter_get_by_name(name) == nil {
            throw missing(name, path, transfer)
        }
    }

    /// The error of a libavfilter without a filter.
    static func missing(_ filter: String, _ path: String, _ transfer: AVColorTransferCharacteristic) -> FileError {
        let kind = PictureFormat.HDRTransfer(transfer).map { "HDR (\($0.name))" } ?? "in BT.2020's colors"
        return FileError(
            .missingComponent,
            "'\(path)' is \(kind), and FFmpeg's filter \(filter), which converts it, is missing. Convert the file with an "
                + "ffmpeg that has it: ffmpeg -i FILE -vf "
                + "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=709,tonemap=mobius,zscale=t=709:m=709:r=tv,"
                + "format=yuv420p -c:a copy NEW.mp4")
    }
}

extension PictureFormat {
    /// The transfer functions of HDR (ITU-R BT.2100).
    package enum HDRTransfer: String {
        /// Perceptual quantization, SMPTE ST 2084: HDR10, Dolby Vision.
        case pq = "smpte2084"
        /// Hybrid log-gamma.
        case hlg = "arib-std-b67"

        /// The function's short name, for messages.
        package var name: String { self == .pq ? "PQ" : "HLG" }

        /// Recognizes a transfer function of HDR; `nil` for others.
        package init?(_ transfer: AVColorTransferCharacteristic) {
            switch transfer {
            case AVCOL_TRC_SMPTE2084: self = .pq
            case AVCOL_TRC_ARIB_STD_B67: self = .hlg
            default: return nil
            }
        }
    }

    /// The transfer function of HDR pictures; `nil` for others.
    var hdrTransfer: HDRTransfer? { HDRTransfer(transfer) }

    /// Whether the pictures have more light or more colors than BT.709.
    package var needsToneMapping: Bool { !isRGB && (hdrTransfer != nil || primaries == AVCOL_PRI_BT2020) }
}
