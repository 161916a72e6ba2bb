import CLibAV

/// A picture that an encoder reads as it was decoded, without being converted to pixels.
///
/// Its memory is not written to; it may be the decoder's.
package final class VideoPicture: @unchecked Sendable {
    // Sendable although the handle is not: the memory is only read, and the handle's time is set on the encoder's
    // thread alone.

    /// The handle, for the encoder's thread.
    package let frame: MediaFrame

    /// Takes a picture, of which nothing else has the handle.
    ///
    /// - Parameters:
    ///   - frame: The picture; only its memory is kept, and what it says of itself is replaced.
    ///   - colors: The colors that it gets.
    package init(_ frame: consuming MediaFrame, tagged colors: VideoColors) {
        // Encoders take over the decoded picture's type, and some write the metadata of single scenes.
        frame.removeSideData()
        unsafe frame.raw.pointee.pict_type = AV_PICTURE_TYPE_NONE
        unsafe frame.raw.pointee.sample_aspect_ratio = AVRational(num: 0, den: 1)
        frame.tag(colors)
        self.frame = frame
    }
}

extension MediaFrame {
    /// Returns another handle of the same memory.
    package func sharing() throws(LibAVError) -> MediaFrame {
        let other = try MediaFrame()
        try unsafe check("av_frame_ref", av_frame_ref(other.raw, raw))
        return other
    }

    fileprivate func removeSideData() {
        while unsafe raw.pointee.nb_side_data > 0, let first = unsafe raw.pointee.side_data[0] {
            unsafe av_frame_remove_side_data(raw, first.pointee.type)
        }
    }
}
