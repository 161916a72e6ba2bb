import CLibAV
import Glibc

/// A graph of libavfilter's filters with one input and one output; owns its C handle.
///
/// Use from one thread at a time.
@safe final class FilterGraph {
    private let raw: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// Opens a graph.
    ///
    /// - Parameters:
    ///   - description: The filters and their options, in libavfilter's notation.
    ///   - source: The name of the filter that receives frames, such as `buffer@source`.
    ///   - sink: The name of the filter that returns frames.
    init(_ description: String, source: String, sink: String) throws(LibAVError) {
        let raw = try unsafe checkAllocated("avfilter_graph_alloc", avfilter_graph_alloc())
        do throws(LibAVError) {
            var open: UnsafeMutablePointer<AVFilterInOut>?
            var end: UnsafeMutablePointer<AVFilterInOut>?
            defer {
                unsafe avfilter_inout_free(&open)
                unsafe avfilter_inout_free(&end)
            }
            try unsafe check("avfilter_graph_parse2", avfilter_graph_parse2(raw, description, &open, &end))
            try unsafe check("avfilter_graph_config", avfilter_graph_config(raw, nil))
            unsafe self.source = try checkAllocated(
                "avfilter_graph_get_filter", avfilter_graph_get_filter(raw, source))
            unsafe self.sink = try checkAllocated("avfilter_graph_get_filter", avfilter_graph_get_filter(raw, sink))
        } catch {
            var raw: UnsafeMutablePointer<AVFilterGraph>? = unsafe raw
            unsafe avfilter_graph_free(&raw)
            throw error
        }
        unsafe self.raw = raw
    }

    deinit {
        var raw: UnsafeMutablePointer<AVFilterGraph>? = unsafe raw
        unsafe avfilter_graph_free(&raw)
    }

    /// Passes a frame into the graph.
    func send(_ frame: borrowing MediaFrame) throws(LibAVError) {
        try unsafe check("av_buffersrc_write_frame", av_buffersrc_write_frame(source, frame.raw))
    }

    /// Ends the input, so that ``receive(into:)`` returns what the graph still holds back.
    func sendEnd() throws(LibAVError) {
        try unsafe check("av_buffersrc_write_frame", av_buffersrc_write_frame(source, nil))
    }

    /// Receives the next frame.
    ///
    /// - Returns: `false` if the graph needs more input or has ended.
    func receive(into frame: borrowing MediaFrame) throws(LibAVError) -> Bool {
        unsafe av_frame_unref(frame.raw)
        let code = unsafe av_buffersink_get_frame(sink, frame.raw)
        if code == recorder_averror(EAGAIN) || code == recorder_averror_eof() { return false }
        try check("av_buffersink_get_frame", code)
        return true
    }
}
