import CLibAV
package import Files
package import Frames

/// Makes pixels near a color transparent, with libavfilter's `chromakey`.
///
/// The filter compares chroma only, so shadows on a green screen are transparent too. Colors stay as they are. Use from
/// one thread at a time.
package final class ChromaKeyFilter {
    private let graph: FilterGraph
    private let source: MediaFrame
    private let alpha: MediaFrame

    /// Opens a filter for pictures of one size.
    ///
    /// - Parameters:
    ///   - size: Width and height of the pictures.
    ///   - color: The color, as 0xRRGGBB.
    ///   - similarity: How far a transparent color may be from it, from 0.00001 to 1.
    ///   - blend: The range above that in which colors are partly transparent, from 0 to 1.
    package init(_ size: PixelSize, color: UInt32, similarity: Double, blend: Double) throws(LibAVError) {
        let hex = String(color & 0xff_ffff, radix: 16)
        let name = "0x" + String(repeating: "0", count: 6 - hex.count) + hex
        let format = AV_PIX_FMT_BGR0
        graph = try FilterGraph(
            "buffer@source=video_size=\(size.width)x\(size.height):pix_fmt=\(format.rawValue):time_base=1/1,"
                + "format=yuva444p,chromakey=color=\(name):similarity=\(similarity):blend=\(blend),"
                + "extractplanes=a,buffersink@sink",
            source: "buffer@source", sink: "buffersink@sink")
        source = try MediaFrame(size: size, format: format)
        alpha = try MediaFrame()
    }

    /// Returns a copy of a picture with the filter's alpha.
    package func apply(to pixels: PixelBuffer) throws(LibAVError) -> PixelBuffer {
        // The filter may keep the last frame.
        try source.makeWritable()
        source.fill(from: pixels)
        try graph.send(source)
        guard try graph.receive(into: alpha), let mask = unsafe alpha.plane(0) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "av_buffersink_get_frame")
        }
        let copy = PixelBuffer(size: pixels.size, hasAlpha: true)
        let (maskStride, isOpaque) = (alpha.stride(0), !pixels.hasAlpha)
        unsafe pixels.withBytes { from in
            unsafe copy.withMutableBytes { to in
                for row in 0..<pixels.size.height {
                    for column in 0..<pixels.size.width {
                        let place = row * pixels.stride + column * 4
                        let factor = unsafe UInt32(mask[row * maskStride + column])
                        // All channels, because colors are premultiplied.
                        for channel in 0..<4 {
                            let value = unsafe isOpaque && channel == 3 ? 255 : UInt32(from[place + channel])
                            unsafe to[place + channel] = UInt8((value * factor + 127) / 255)
                        }
                    }
                }
            }
        }
        return copy
    }

    /// Checks that libavfilter has the filter.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func check() throws(FileError) {
        try FFmpeg.loadFilters()
        for name in ["chromakey", "extractplanes"] where unsafe avfilter_get_by_name(name) == nil {
            throw FileError(
                .missingComponent,
                "FFmpeg's filter \(name), which a clip's key needs, is missing. Install Debian's FFmpeg.")
        }
    }
}
