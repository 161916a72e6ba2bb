package import CLibAV
package import Files
import LibAV

/// Copying streams from another file without encoding.
extension Muxer {
    /// Adds a copy of another file's stream; add all streams before the header.
    package func addStream(copying source: UnsafePointer<AVStream>) throws(FileError) -> Stream {
        do throws(LibAVError) {
            let stream = try unsafe checkAllocated("avformat_new_stream", avformat_new_stream(raw, nil))
            // Including its side data: the display matrix and HDR metadata.
            try unsafe check("avcodec_parameters_copy", recorder_copy_stream_parameters(stream, source))
            // Containers use different tags for the same codec.
            let isHEVC = unsafe source.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC
            unsafe stream.pointee.codecpar.pointee.codec_tag = isHEVC ? Self.fourCharacters("hvc1") : 0
            unsafe stream.pointee.time_base = source.pointee.time_base
            unsafe stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
            unsafe stream.pointee.r_frame_rate = source.pointee.r_frame_rate
            unsafe stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
            return unsafe Stream(index: stream.pointee.index, encoderTimeBase: source.pointee.time_base)
        } catch {
            throw .failure("Adding a stream to the .\(container.rawValue) file", error)
        }
    }

    /// Writes the file's header for a clip, whose only metadata is its creation time.
    ///
    /// - Parameters:
    ///   - movieTimeScale: Units per second of the index.
    ///   - creationTime: In ISO 8601; empty to write no creation time.
    ///   - hasIndexInFront: Whether the index is moved to the front at the end.
    package func writeClipHeader(movieTimeScale: Int, creationTime: String, hasIndexInFront: Bool) throws(FileError) {
        if !creationTime.isEmpty { setMetadata("creation_time", creationTime) }
        unsafe raw.pointee.flags |= AVFMT_FLAG_BITEXACT
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        if hasIndexInFront { unsafe av_dict_set(&options, "movflags", "+faststart", 0) }
        unsafe av_dict_set_int(&options, "movie_timescale", Int64(movieTimeScale), 0)
        try unsafe writing("avformat_write_header", avformat_write_header(raw, &options))
    }
}
