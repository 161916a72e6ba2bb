import CLibAV
import Frames
import LibAV

/// Converts a page's pixels (BGRA, premultiplied alpha) to the pixel formats of PNG.
enum StillPixels {
    /// Copies pixels into a picture of the same size.
    ///
    /// The picture's format is `RGBA` with straight alpha if the pixels have alpha, `RGB24`
    /// otherwise.
    static func pack(_ pixels: PixelBuffer, into picture: borrowing MediaFrame) {
        guard let target = unsafe picture.raw.pointee.data.0 else { return }
        let stride = unsafe Int(picture.raw.pointee.linesize.0)
        let width = pixels.size.width
        unsafe pixels.withBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            for row in 0..<pixels.size.height {
                let from = unsafe source + row * pixels.stride
                let to = unsafe target + row * stride
                guard pixels.hasAlpha else {
                    let from = unsafe from.assumingMemoryBound(to: UInt8.self)
                    for column in 0..<width {
                        unsafe to[column * 3] = from[column * 4 + 2]
                        unsafe to[column * 3 + 1] = from[column * 4 + 1]
                        unsafe to[column * 3 + 2] = from[column * 4]
                    }
                    continue
                }
                unsafe StraightAlpha.copyRow(from, to, count: width)
                for column in 0..<width {
                    unsafe (to[column * 4], to[column * 4 + 2]) = (to[column * 4 + 2], to[column * 4])
                }
            }
        }
    }
}
