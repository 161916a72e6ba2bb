/// Decodes a video's pictures with ffmpeg, through a pipe.
package enum FrameDecoder {
    package enum Format: String {
        case gray
        case rgb24
        /// The alpha of each pixel.
        case alpha

        var channels: Int { self == .rgb24 ? 3 : 1 }

        /// ffmpeg's encoder for pictures of these channels.
        var encoder: String { self == .rgb24 ? "ppm" : "pgm" }

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
        // exact=1 keeps an odd offset from being rounded to the chroma grid.
        let crop = area.map { ",crop=\($0.width):\($0.height):\($0.x):\($0.y):exact=1" } ?? ""
        let convert = "scale=out_range=pc:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"
        // Each picture is a PNM file, which states its size.
        let output = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
                "-vf", "\(convert),\(format.filters)\(crop)", "-f", "image2pipe", "-c:v", format.encoder, "-",
            ], limit: 1 << 30)
        var images: [RawImage] = []
        var rest = output[...]
        while let image = nextImage(in: &rest, channels: format.channels) { images.append(image) }
        return images
    }

    /// Removes the first PNM file, with its four header fields, from a stream of them.
    ///
    /// - Returns: `nil` at the end.
    private static func nextImage(in stream: inout ArraySlice<UInt8>, channels: Int) -> RawImage? {
        var fields: [Int?] = []
        while fields.count < 4, let end = stream.firstIndex(where: { $0 == 0x20 || $0 == 0x0a }) {
            fields.append(Int(String(decoding: stream[..<end], as: UTF8.self)))
            stream = stream[(end + 1)...]
        }
        guard fields.count == 4, let width = fields[1], let height = fields[2] else { return nil }
        let size = width * height * channels
        guard stream.count >= size else { return nil }
        defer { stream = stream.dropFirst(size) }
        return RawImage(width: width, height: height, channels: channels, bytes: stream.prefix(size))
    }
}
