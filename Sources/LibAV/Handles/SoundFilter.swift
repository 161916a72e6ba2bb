import CLibAV
import Glibc

/// A chain of libavfilter's filters for 48 kHz stereo sound; owns its C handles.
///
/// Use from one thread at a time.
@safe package final class SoundFilter {
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>
    private let frame: MediaFrame
    private let output: MediaFrame
    private var position = 0

    /// The maximum number of samples that ``send(_:)`` passes on at once.
    private static let capacity = 4096

    /// Opens a chain.
    ///
    /// - Parameter filters: The filters and their options, in libavfilter's notation, such as
    ///   `alimiter=level=0`.
    package init(_ filters: String) throws(LibAVError) {
        frame = try MediaFrame.sound(AV_SAMPLE_FMT_FLTP, capacity: Self.capacity)
        output = try MediaFrame.allocate()
        let graph = try unsafe checkAllocated("avfilter_graph_alloc", avfilter_graph_alloc())
        do throws(LibAVError) {
            let rate = SoundFormat.movieSampleRate
            let description =
                "abuffer@source=sample_rate=\(rate):sample_fmt=fltp:channel_layout=stereo:time_base=1/\(rate),"
                + "\(filters),aformat=sample_fmts=fltp:channel_layouts=stereo,abuffersink@sink"
            var open: UnsafeMutablePointer<AVFilterInOut>?
            var end: UnsafeMutablePointer<AVFilterInOut>?
            defer {
                unsafe avfilter_inout_free(&open)
                unsafe avfilter_inout_free(&end)
            }
            try unsafe check("avfilter_graph_parse2", avfilter_graph_parse2(graph, description, &open, &end))
            try unsafe check("avfilter_graph_config", avfilter_graph_config(graph, nil))
            unsafe source = try checkAllocated(
                "avfilter_graph_get_filter", avfilter_graph_get_filter(graph, "abuffer@source"))
            unsafe sink = try checkAllocated(
                "avfilter_graph_get_filter", avfilter_graph_get_filter(graph, "abuffersink@sink"))
        } catch {
            var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
            unsafe avfilter_graph_free(&graph)
            throw error
        }
        unsafe self.graph = graph
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
        unsafe avfilter_graph_free(&graph)
    }

    /// Passes samples into the chain.
    package func send(_ chunk: SoundChunk) throws(LibAVError) {
        var rest = chunk
        while rest.count > 0 {
            let part = rest.takeFirst(Self.capacity)
            try frame.makeWritable()
            frame.fill(from: part)
            frame.setPresentationTime(position)
            position += part.count
            try unsafe check("av_buffersrc_write_frame", av_buffersrc_write_frame(source, frame.raw))
        }
    }

    /// Ends the input, so that ``receive()`` returns what the chain still holds back.
    package func sendEnd() throws(LibAVError) {
        try unsafe check("av_buffersrc_write_frame", av_buffersrc_write_frame(source, nil))
    }

    /// Returns the next samples of the chain.
    ///
    /// - Returns: `nil` if it needs more input or has ended.
    package func receive() throws(LibAVError) -> SoundChunk? {
        unsafe av_frame_unref(output.raw)
        let code = unsafe av_buffersink_get_frame(sink, output.raw)
        if code == recorder_averror(EAGAIN) || code == recorder_averror_eof() { return nil }
        try check("av_buffersink_get_frame", code)
        return output.stereoSamples
    }

    /// Returns a value that the chain has attached to the samples returned last.
    package func metadata(_ key: String) -> String? {
        unsafe av_dict_get(output.raw.pointee.metadata, key, nil, 0).map { unsafe String(cString: $0.pointee.value) }
    }
}
