import CLibAV

/// A decoded picture and its presentation time.
package final class DecodedPicture {
    /// The picture, as decoded.
    package let frame: MediaFrame
    /// The presentation time in the stream's time base.
    package let time: Int64
    /// The picture's memory in bytes.
    package let bytes: Int

    package init(_ frame: consuming MediaFrame, time: Int64) {
        bytes = unsafe Int(
            max(
                0,
                av_image_get_buffer_size(
                    AVPixelFormat(frame.raw.pointee.format), frame.raw.pointee.width, frame.raw.pointee.height, 32)))
        self.frame = frame
        self.time = time
    }
}
