import CLibAV
package import Files
import Frames

/// Deinterlaces pictures of one size and pixel format with libavfilter's `bwdif`, a picture for each picture.
///
/// A picture depends on the ones before and after it, so it is returned when its successor arrives. Progressive pictures
/// pass unchanged. Use from one thread at a time.
package final class DeinterlacingFilter {
    private let graph: FilterGraph

    /// Opens the filter; check that it exists with ``check()``.
    package init(for format: PictureFormat) throws(LibAVError) {
        var source = "buffer@source=video_size=\(format.size.width)x\(format.size.height)"
        source += ":pix_fmt=\(format.pixelFormat.rawValue):time_base=1/1"
        if recorder_graphs_have_colors() != 0 {
            source += ":colorspace=\(format.colorSpace.rawValue):range=\(format.colorRange.rawValue)"
        }
        graph = try FilterGraph(
            "\(source),bwdif=mode=send_frame:parity=auto:deint=interlaced,buffersink@sink", source: "buffer@source",
            sink: "buffersink@sink")
    }

    /// Checks that libavfilter has the filter.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func check() throws(FileError) {
        try FFmpeg.loadFilters()
        guard unsafe avfilter_get_by_name("bwdif") == nil else { return }
        throw FileError(
            .missingComponent, "FFmpeg's filter bwdif is missing. Install a libavfilter that has it, such as Debian's.")
    }

    /// The fewest columns and rows of pictures that the filter accepts.
    package static let fewest = (columns: 3, rows: 4)

    /// Passes a picture to the filter.
    package func send(_ frame: borrowing MediaFrame) throws(LibAVError) { try graph.send(frame) }

    /// Passes the picture before the first one that is wanted, which need not be interlaced.
    ///
    /// The filter treats the first picture that it deinterlaces as the first of the film, so it has to be this one.
    package func sendPredecessor(_ frame: borrowing MediaFrame) throws(LibAVError) {
        let (isInterlaced, isTopFirst) = unsafe (recorder_is_interlaced(frame.raw), recorder_is_top_first(frame.raw))
        unsafe recorder_mark_fields(frame.raw, 1, isTopFirst)
        defer { unsafe recorder_mark_fields(frame.raw, isInterlaced, isTopFirst) }
        try graph.send(frame)
    }

    /// Ends the input, so that ``receive(into:)`` returns the last picture.
    package func sendEnd() throws(LibAVError) { try graph.sendEnd() }

    /// Receives the next picture.
    ///
    /// - Returns: `false` if the filter needs more pictures or has ended.
    package func receive(into frame: borrowing MediaFrame) throws(LibAVError) -> Bool { try graph.receive(into: frame) }
}

extension MediaFrame {
    /// Whether the picture consists of two fields of different times.
    package var isInterlaced: Bool { unsafe recorder_is_interlaced(raw) != 0 }

    /// Marks the picture as interlaced.
    ///
    /// - Parameter isTopFirst: Whether the field of the upper rows is shown first.
    package func markInterlaced(isTopFirst: Bool) { unsafe recorder_mark_fields(raw, 1, isTopFirst ? 1 : 0) }
}
