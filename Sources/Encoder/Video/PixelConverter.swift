import CLibAV
import Frames

/// Turns the frames' pixels into the picture that the encoder reads.
///
/// It keeps one picture, which is converted anew only when the pixels are
/// other ones than last time. Used on the encoder's queue only.
final class PixelConverter {
    /// The video's size: the frames' size rounded up to even.
    let videoSize: PixelSize
    /// How many pictures were really converted.
    private(set) var conversions = 0

    private let frameSize: PixelSize
    private let scaler: PixelScaler
    private let picture: MediaFrame
    /// Where an odd-sized picture gets its extra column and row.
    private let padded: MediaFrame
    /// Kept, not only compared: memory that is freed and taken again may
    /// come back at the same address with other pixels.
    private var current: PixelBuffer?

    /// Makes a converter for frames of one size.
    init(frameSize: PixelSize) throws(LibAVError) {
        self.frameSize = frameSize
        videoSize = frameSize.roundedUpToEven
        scaler = try PixelScaler.make(size: videoSize)
        picture = try MediaFrame.picture(size: videoSize, format: AV_PIX_FMT_YUV420P)
        picture.tagBT709()
        // Even sizes need no padding; the smallest picture stands in.
        padded = try MediaFrame.picture(
            size: videoSize == frameSize ? PixelSize(width: 2, height: 2) : videoSize, format: AV_PIX_FMT_BGR0)
    }

    /// Makes a frame's pixels the current picture.
    func convert(_ pixels: PixelBuffer) throws(LibAVError) {
        guard pixels !== current else { return }
        // The encoder may still hold the memory of the picture before.
        try picture.makeWritable()
        if videoSize == frameSize {
            try scaler.convert(pixels, into: picture)
        } else {
            padded.fill(from: pixels)
            try scaler.convert(padded, into: picture)
        }
        current = pixels
        conversions += 1
    }

    /// Gives the encoder the current picture for one place in the video.
    func send(to codec: borrowing CodecContext, at index: Int) throws(LibAVError) {
        picture.setPresentationTime(index)
        try codec.send(picture)
    }
}
