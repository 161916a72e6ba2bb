package import Files
package import Frames
import LibAV

/// The conversion of pixels alone, without an encoder behind it: for
/// measuring what it takes.
///
/// Used by one thread at a time.
package final class PixelConversion {
    private let converter: PixelConverter

    /// Makes a converter for frames of one size.
    package init(frameSize: PixelSize) throws(FileError) {
        try FFmpeg.load()
        do throws(LibAVError) {
            converter = try PixelConverter(frameSize: frameSize)
        } catch {
            throw .failure("Preparing the conversion of \(frameSize) pixels to video", error)
        }
    }

    /// Converts a picture, unless it is the same as last time.
    package func convert(_ pixels: PixelBuffer) throws(FileError) {
        do throws(LibAVError) {
            try converter.convert(pixels)
        } catch {
            throw .failure("Converting pixels to video", error)
        }
    }

    /// How many pictures were really converted.
    package var conversions: Int { converter.conversions }
}
