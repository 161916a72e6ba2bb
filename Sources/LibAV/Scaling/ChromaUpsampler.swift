package import CLibAV
import Frames

/// Interpolates chroma linearly, so that pixels no longer share samples.
///
/// libswscale's conversion to RGB does so exactly for whole pairs of columns only: the 321 samples of a row of 641 pixels
/// are stretched to 641, which moves colors by up to a pixel. Between rows, it only repeats or averages. Use from one
/// thread at a time.
package final class ChromaUpsampler {
    /// The format of ``output``.
    package let format: PictureFormat
    /// The picture upsampled last.
    package let output: MediaFrame

    private let source: PictureFormat
    /// Whether the last column or row has only a part of a chroma sample.
    private let isPartial: Bool
    /// A picture extended to whole chroma samples, if ``isPartial``.
    private let padded: MediaFrame
    private let scaler: Scaler

    /// Opens a converter; `nil` if no pixels of a format share chroma samples.
    ///
    /// - Parameters:
    ///   - source: The pictures' format.
    ///   - usual: Where chroma samples are if the format does not say it.
    package init?(from source: PictureFormat, usual: AVChromaLocation) throws(LibAVError) {
        guard let target = source.formatWithFullChroma else { return nil }
        self.source = source
        format = target
        let size = source.wholeChromaSize
        isPartial = size != source.size
        padded = try isPartial ? MediaFrame(size: size, format: source.pixelFormat) : MediaFrame()
        output = try MediaFrame(size: size, format: target.pixelFormat)
        scaler = try Scaler(
            upsampling: source, size: size, to: target.pixelFormat,
            location: source.chromaLocation == AVCHROMA_LOC_UNSPECIFIED ? usual : source.chromaLocation)
    }

    /// Upsamples a picture of that format.
    package func convert(_ frame: borrowing MediaFrame) throws(LibAVError) {
        guard isPartial else { return try scaler.convert(frame, into: output) }
        try unsafe check("av_frame_copy", av_frame_copy(padded.raw, frame.raw))
        // Rows and columns that were added are cropped from the output, and chroma fills them already.
        try scaler.convert(padded, into: output)
    }
}
