package import CLibAV
import CPixels
package import Frames

extension MediaFrame {
    /// Allocates a picture with its own memory.
    package init(size: PixelSize, format: AVPixelFormat) throws(LibAVError) {
        let frame = try MediaFrame()
        unsafe frame.raw.pointee.width = CInt(size.width)
        unsafe frame.raw.pointee.height = CInt(size.height)
        unsafe frame.raw.pointee.format = format.rawValue
        try unsafe check("av_frame_get_buffer", av_frame_get_buffer(frame.raw, 0))
        self = frame
    }

    /// Sets the picture's color properties.
    package func tag(_ colors: VideoColors) {
        unsafe raw.pointee.color_primaries = colors.primaries
        unsafe raw.pointee.color_trc = colors.transfer
        unsafe raw.pointee.colorspace = colors.matrix
        unsafe raw.pointee.color_range = colors.range
        unsafe raw.pointee.chroma_location = colors.chroma
    }

    /// Converts opaque pixels into this picture.
    ///
    /// The picture is YUV 4:2:0 and has the pixels' size rounded up to even numbers.
    package func convert(from pixels: PixelBuffer) {
        let (data, linesize) = unsafe (raw.pointee.data, raw.pointee.linesize)
        let picture = unsafe pixel_conversion_picture(
            planes: (data.0, data.1, data.2), strides: (Int(linesize.0), Int(linesize.1), Int(linesize.2)))
        unsafe pixels.withBytes { bytes in
            unsafe pixel_conversion_to_bt709(
                bytes.baseAddress, pixels.stride, pixels.size.width, pixels.size.height, picture)
        }
    }

    /// Copies 32-bit pixels into the top left corner, and repeats their last column and row in
    /// the rest.
    ///
    /// Premultiplied alpha, as Cairo uses it, becomes straight alpha, as files use it.
    package func fill(from pixels: PixelBuffer) {
        guard let target = unsafe raw.pointee.data.0 else { return }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        let stride = unsafe Int(raw.pointee.linesize.0)
        let rowBytes = pixels.size.width * 4
        unsafe pixels.withBytes { source in
            guard let start = source.baseAddress else { return }
            for row in 0..<height {
                let from = unsafe start + min(row, pixels.size.height - 1) * pixels.stride
                let to = unsafe UnsafeMutableRawPointer(target) + row * stride
                if pixels.hasAlpha {
                    unsafe StraightAlpha.copyRow(from, to, count: pixels.size.width)
                } else {
                    unsafe to.copyMemory(from: from, byteCount: rowBytes)
                }
                for column in pixels.size.width..<max(width, pixels.size.width) {
                    unsafe (to + column * 4).copyMemory(from: to + rowBytes - 4, byteCount: 4)
                }
            }
        }
    }
}

extension MediaFrame {
    /// Sets every alpha byte of a 32-bit picture to opaque.
    package func makeOpaque() {
        guard let data = unsafe raw.pointee.data.0 else { return }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        for row in 0..<height {
            let start = unsafe data + row * Int(raw.pointee.linesize.0)
            for column in 0..<width { unsafe start[column * 4 + 3] = 255 }
        }
    }

    /// Whether the luma of a full-range YUV picture is almost uniform.
    package var isBlank: Bool {
        guard let luma = unsafe raw.pointee.data.0 else { return true }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        var (darkest, brightest) = (UInt8.max, UInt8.min)
        for row in 0..<height {
            let line = unsafe luma + row * Int(raw.pointee.linesize.0)
            for column in 0..<width {
                let value = unsafe line[column]
                darkest = min(darkest, value)
                brightest = max(brightest, value)
            }
        }
        return brightest < darkest || brightest - darkest <= Self.blankRange
    }

    /// The variation that compression adds to a uniform area, with some margin.
    private static let blankRange: UInt8 = 8
}
