package import CLibAV

/// One picture or one run of sound samples, uncompressed; owns its C handle.
package struct MediaFrame: ~Copyable {
    /// For the other handle types only.
    package let raw: UnsafeMutablePointer<AVFrame>

    private init(owning raw: UnsafeMutablePointer<AVFrame>) { self.raw = raw }

    deinit {
        var raw: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&raw)
    }

    /// Makes a frame without memory, for a decoder to fill.
    package static func allocate() throws(LibAVError) -> MediaFrame {
        MediaFrame(owning: try checkAllocated("av_frame_alloc", av_frame_alloc()))
    }

    /// The place in time, in the encoder's time base.
    package func setPresentationTime(_ time: Int) { raw.pointee.pts = Int64(time) }

    /// Makes sure that nobody else reads the memory before it is written.
    package func makeWritable() throws(LibAVError) {
        try check("av_frame_make_writable", av_frame_make_writable(raw))
    }
}
