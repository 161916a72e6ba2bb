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
        converter = try attempt(
            "Preparing the conversion of \(frameSize) pixels to video", PixelConverter(frameSize: frameSize))
    }

    /// Converts a picture, unless it is the previous one again.
    package func convert(_ pixels: PixelBuffer) throws(FileError) {
        try attempt("Converting pixels to video", converter.convert(pixels))
    }

    /// The number of pictures that were actually converted.
    package var conversions: Int { converter.conversions }
}
