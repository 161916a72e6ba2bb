package import Files
package import Frames

/// Resizes a sequence of pictures to one size.
///
/// Unchanged pictures arrive as the same buffer, and are resized once. Use from one thread at a
/// time.
package final class PictureResizer {
    private let size: PixelSize
    private let scaling = PictureScaling()
    private var last: (source: PixelBuffer, result: PixelBuffer)?

    /// Creates a resizer.
    package init(to size: PixelSize) { self.size = size }

    /// Resizes a picture.
    ///
    /// - Returns: The picture itself if it has the size already.
    /// - Throws: ``FileError/Code/internalFailure`` if libswscale fails.
    package func resized(_ pixels: PixelBuffer) throws(FileError) -> PixelBuffer {
        if let last, last.source === pixels { return last.result }
        let result = try scaling.scaled(pixels, to: size)
        last = (pixels, result)
        return result
    }
}
