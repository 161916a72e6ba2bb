import CLibAV

/// A decoded picture and its place in time.
package final class DecodedPicture {
    /// As the decoder gave it.
    package let frame: MediaFrame
    /// As the stream counts it.
    package let time: Int64
    /// How much memory it holds.
    package let bytes: Int

    package init(_ frame: consuming MediaFrame, time: Int64) {
        bytes = Int(
            max(
                0,
                av_image_get_buffer_size(
                    AVPixelFormat(frame.raw.pointee.format), frame.raw.pointee.width, frame.raw.pointee.height, 32)))
        self.frame = frame
        self.time = time
    }
}
