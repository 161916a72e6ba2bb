package import Files
package import Frames
import LibAV

/// Converts pixels without encoding them, for benchmarks.
///
/// Use from one thread at a time.
package final class PixelConversion {
    private let converter: PixelConverter

    /// Creates a converter for frames of one size.
    package init(frameSize: PixelSize) throws(FileError) {
        try FFmpeg.load()
        do throws(LibAVError) {
            converter = try PixelConverter(frameSize: frameSize)
        } catch {
            throw .failure("Preparing the conversion of \(frameSize) pixels to video", error)
        }
    }

    /// Converts a picture, unless it is the previous one again.
    package func convert(_ pixels: PixelBuffer) throws(FileError) {
        do throws(LibAVError) {
            try converter.convert(pixels)
        } catch {
            throw .failure("Converting pixels to video", error)
        }
    }

    /// The number of pictures that were actually converted.
    package var conversions: Int { converter.conversions }
}
