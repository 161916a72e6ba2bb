/// Decodes a video's pictures with ffmpeg, through a pipe.
package enum FrameDecoder {
    package enum Format: String {
        case gray
        case rgb24
        /// The alpha of each pixel.
        case alpha

        var channels: Int { self == .rgb24 ? 3 : 1 }

        /// The filters that convert the video's format.
        var filters: String { self == .alpha ? "format=rgba,alphaextract,format=gray" : "format=\(rawValue)" }
    }

    /// A rectangle of the picture, in pixels of the video.
    package struct Area: Sendable {
        package let x: Int
        package let y: Int
        package let width: Int
        package let height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Decodes every picture, or an area of it, exactly as stored: none is dropped or duplicated.
    ///
    /// Colors are converted from the tagged matrix and range to full range, at full accuracy.
    package static func frames(of path: String, as format: Format, area: Area? = nil) async throws -> [RawImage] {
        let probe = try await Probe.read(path)
        guard let video = probe.video, let width = video.width, let height = video.height else { return [] }
        let area = area ?? Area(x: 0, y: 0, width: width, height: height)
        // exact=1 keeps an odd offset from being rounded to the chroma grid.
        let crop = "crop=\(area.width):\(area.height):\(area.x):\(area.y):exact=1"
        let convert = "scale=out_range=pc:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"
        let output = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
                "-vf", "\(convert),\(format.filters),\(crop)", "-f", "rawvideo", "-",
            ], limit: 1 << 30)
        let size = area.width * area.height * format.channels
        return stride(from: 0, to: output.count - size + 1, by: size).map { offset in
            RawImage(
                width: area.width, height: area.height, channels: format.channels,
                bytes: output[offset..<offset + size])
        }
    }
}
