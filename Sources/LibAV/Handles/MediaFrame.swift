package import CLibAV

/// An uncompressed picture or run of audio samples; owns its C handle.
@safe package struct MediaFrame: ~Copyable {
    /// The C handle, for the other handle types only.
    package let raw: UnsafeMutablePointer<AVFrame>

    /// Allocates a frame without a buffer, for a decoder to fill.
    package init() throws(LibAVError) { unsafe raw = try checkAllocated("av_frame_alloc", av_frame_alloc()) }

    deinit {
        var raw: UnsafeMutablePointer<AVFrame>? = unsafe raw
        unsafe av_frame_free(&raw)
    }

    /// Sets the presentation time, in the encoder's time base.
    package func setPresentationTime(_ time: Int) { unsafe raw.pointee.pts = Int64(time) }

    /// Whether the decoder found the data damaged, and concealed it.
    package var isDamaged: Bool {
        unsafe raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || raw.pointee.decode_error_flags != 0
    }

    /// Copies the buffer before writing if it is shared.
    package func makeWritable() throws(LibAVError) {
        try unsafe check("av_frame_make_writable", av_frame_make_writable(raw))
    }
}
