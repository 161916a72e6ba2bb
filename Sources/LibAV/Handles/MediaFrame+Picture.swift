package import CLibAV
import CPixels
package import Frames

extension MediaFrame {
    /// Allocates a picture with its own memory.
    package static func picture(size: PixelSize, format: AVPixelFormat) throws(LibAVError) -> MediaFrame {
        let frame = try allocate()
        frame.raw.pointee.width = CInt(size.width)
        frame.raw.pointee.height = CInt(size.height)
        frame.raw.pointee.format = format.rawValue
        try check("av_frame_get_buffer", av_frame_get_buffer(frame.raw, 0))
        return frame
    }

    /// Sets the picture's color properties.
    package func tag(_ colors: VideoColors) {
        raw.pointee.color_primaries = colors.primaries
        raw.pointee.color_trc = colors.transfer
        raw.pointee.colorspace = colors.matrix
        raw.pointee.color_range = colors.range
        raw.pointee.chroma_location = colors.chroma
    }

    /// Converts opaque pixels into this picture.
    ///
    /// The picture is YUV 4:2:0 and has the pixels' size rounded up to even numbers.
    package func convert(from pixels: PixelBuffer) {
        let (data, linesize) = (raw.pointee.data, raw.pointee.linesize)
        let picture = pixel_conversion_picture(
            planes: (data.0, data.1, data.2), strides: (Int(linesize.0), Int(linesize.1), Int(linesize.2)))
        pixels.withBytes { bytes in
            pixel_conversion_to_bt709(
                bytes.baseAddress, pixels.stride, pixels.size.width, pixels.size.height, picture)
        }
    }

    /// Copies 32-bit pixels into the top left corner, and repeats their last column and row in
    /// the rest.
    ///
    /// Premultiplied alpha, as Cairo uses it, becomes straight alpha, as files use it.
    package func fill(from pixels: PixelBuffer) {
        guard let target = raw.pointee.data.0 else { return }
        let (width, height) = (Int(raw.pointee.width), Int(raw.pointee.height))
        let stride = Int(raw.pointee.linesize.0)
        let rowBytes = pixels.size.width * 4
        pixels.withBytes { source in
            guard let start = source.baseAddress else { return }
            for row in 0..<height {
                let from = start + min(row, pixels.size.height - 1) * pixels.stride
                let to = UnsafeMutableRawPointer(target) + row * stride
                if pixels.hasAlpha {
                    StraightAlpha.copyRow(from, to, count: pixels.size.width)
                } else {
                    to.copyMemory(from: from, byteCount: rowBytes)
                }
                for column in pixels.size.width..<max(width, pixels.size.width) {
                    (to + column * 4).copyMemory(from: to + rowBytes - 4, byteCount: 4)
                }
            }
        }
    }
}

extension MediaFrame {
    /// Sets every alpha byte of a 32-bit picture to opaque.
    package func makeOpaque() {
        guard let data = raw.pointee.data.0 else { return }
        let (width, height) = (Int(raw.pointee.width), Int(raw.pointee.height))
        for row in 0..<height {
            let start = data + row * Int(raw.pointee.linesize.0)
            for column in 0..<width { start[column * 4 + 3] = 255 }
        }
    }

    /// Whether the luma of a full-range YUV picture is almost uniform.
    package var isBlank: Bool {
        guard let luma = raw.pointee.data.0 else { return true }
        let (width, height) = (Int(raw.pointee.width), Int(raw.pointee.height))
        var (darkest, brightest) = (UInt8.max, UInt8.min)
        for row in 0..<height {
            for value in UnsafeBufferPointer(start: luma + row * Int(raw.pointee.linesize.0), count: width) {
                darkest = min(darkest, value)
                brightest = max(brightest, value)
            }
        }
        return brightest < darkest || brightest - darkest <= Self.blankRange
    }

    /// The variation that compression adds to a uniform area, with some margin.
    private static let blankRange: UInt8 = 8
}
