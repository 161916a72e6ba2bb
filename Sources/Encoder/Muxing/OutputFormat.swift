import CLibAV
import Files
import LibAV

/// A media file opened for writing.
///
/// Owns its C handle and the partial file, which is removed unless ``keep()`` succeeds.
@safe final class OutputFormat {
    /// The C handle.
    let raw: UnsafeMutablePointer<AVFormatContext>
    /// The file's place.
    var place: OutputPlace { file.place }
    private let file: PartialFile

    /// Creates the file, which must not exist unless it is an unnamed file.
    ///
    /// - Parameters:
    ///   - place: The file.
    ///   - muxer: libavformat's name of the format.
    ///   - content: The kind of output, for messages.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    init(creating place: OutputPlace, muxer: String, content: OutputFile.Content) throws(FileError) {
        try FFmpeg.load()
        file = try PartialFile(creating: place, content: content)
        // The prefix keeps a colon in the path from naming a protocol. Muxers may open the same
        // URL again.
        let url = "file:\(place.path)"
        var context: UnsafeMutablePointer<AVFormatContext>?
        do throws(LibAVError) {
            try unsafe check(
                "avformat_alloc_output_context2", avformat_alloc_output_context2(&context, nil, muxer, url))
            unsafe raw = try checkAllocated("avformat_alloc_output_context2", context)
        } catch {
            throw .failure("Preparing a file of the format \(muxer)", error)
        }
        try unsafe writing("avio_open", avio_open(&raw.pointee.pb, url, AVIO_FLAG_WRITE))
    }

    deinit {
        unsafe avio_closep(&raw.pointee.pb)
        unsafe avformat_free_context(raw)
    }

    /// Adds a stream; add all streams before the header.
    func addStream(for codec: borrowing CodecContext) throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
        let stream = try unsafe checkAllocated("avformat_new_stream", avformat_new_stream(raw, nil))
        try unsafe check(
            "avcodec_parameters_from_context",
            avcodec_parameters_from_context(stream.pointee.codecpar, codec.raw))
        unsafe stream.pointee.time_base = codec.timeBase
        return unsafe stream
    }

    /// Writes the trailer and closes the file.
    func finish() throws(FileError) {
        try unsafe writing("av_write_trailer", av_write_trailer(raw))
        try unsafe writing("avio_closep", avio_closep(&raw.pointee.pb))
    }

    /// Flushes the finished file to disk and keeps it.
    ///
    /// - Returns: Its length in bytes.
    func keep() throws(FileError) -> Int { try file.keep() }

    /// Throws the file's own error or the function's, if one of them failed.
    func writing(_ function: String, _ code: CInt) throws(FileError) {
        let fileError = unsafe raw.pointee.pb.map { unsafe $0.pointee.error } ?? 0
        let worst = fileError < 0 ? fileError : code
        guard worst < 0 else { return }
        throw .write(path: place.name, error: LibAVError(code: worst, function: function))
    }
}
