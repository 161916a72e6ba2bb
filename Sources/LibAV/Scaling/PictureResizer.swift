import CLibAV
package import Files
package import Frames

/// Resizes many pictures of one size to another.
///
/// Scales down by averaging areas and up by bicubic interpolation. Owns its C handle. Use from
/// one thread at a time.
package final class PictureResizer {
    private let raw: recorder_sws_context?
    private let from: PixelSize
    private let to: PixelSize
    /// The last picture and its result; unchanged pictures arrive as the same buffer.
    private var last: (source: PixelBuffer, result: PixelBuffer)?

    /// Creates a resizer for opaque pictures.
    ///
    /// - Throws: ``FileError/Code/internalFailure`` if libswscale fails.
    package init(from: PixelSize, to: PixelSize) throws(FileError) {
        (self.from, self.to) = (from, to)
        guard from != to else {
            raw = nil
            return
        }
        let isSmaller = to.width <= from.width && to.height <= from.height
        let flags = (isSmaller ? recorder_sws_area : recorder_sws_bicubic) | recorder_sws_accurate_rnd
        raw = sws_getContext(
            CInt(from.width), CInt(from.height), AV_PIX_FMT_BGR0, CInt(to.width), CInt(to.height), AV_PIX_FMT_BGR0,
            flags | recorder_sws_full_chr_h_inp | recorder_sws_full_chr_h_int, nil, nil, nil)
        guard raw != nil else {
            throw FileError(.internalFailure, "libswscale cannot bring pictures of \(from) pixels to \(to).")
        }
    }

    deinit { if let raw { sws_freeContext(raw) } }

    /// Resizes a picture.
    package func resized(_ pixels: PixelBuffer) throws(FileError) -> PixelBuffer {
        guard pixels.size == from else {
            throw FileError(.internalFailure, "A picture is \(pixels.size) pixels, and was to be \(from).")
        }
        guard let raw else { return pixels }
        if let last, last.source === pixels { return last.result }
        let target = PixelBuffer(size: to)
        let code = pixels.withBytes { source in
            target.withMutableBytes { bytes in
                let planes = [source.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
                let targets = [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil]
                return sws_scale(
                    raw, planes, [CInt(pixels.stride), 0, 0, 0], 0, CInt(from.height), targets,
                    [CInt(target.stride), 0, 0, 0])
            }
        }
        do throws(LibAVError) {
            try check("sws_scale", code)
        } catch {
            throw .failure("Changing a picture's size", error)
        }
        last = (pixels, target)
        return target
    }
}
