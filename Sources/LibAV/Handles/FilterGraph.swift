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

/// A chain of libavfilter's filters for 48 kHz stereo sound.
///
/// Use from one thread at a time.
package final class SoundFilter {
    private let graph: FilterGraph
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
        frame = try MediaFrame(AV_SAMPLE_FMT_FLTP, capacity: Self.capacity)
        output = try MediaFrame()
        let rate = SoundFormat.movieSampleRate
        graph = try FilterGraph(
            "abuffer@source=sample_rate=\(rate):sample_fmt=fltp:channel_layout=stereo:time_base=1/\(rate),"
                + "\(filters),aformat=sample_fmts=fltp:channel_layouts=stereo,abuffersink@sink",
            source: "abuffer@source", sink: "abuffersink@sink")
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
            try graph.send(frame)
        }
    }

    /// Ends the input, so that ``receive()`` returns what the chain still holds back.
    package func sendEnd() throws(LibAVError) { try graph.sendEnd() }

    /// Returns the next samples of the chain.
    ///
    /// - Returns: `nil` if it needs more input or has ended.
    package func receive() throws(LibAVError) -> SoundChunk? {
        try graph.receive(into: output) ? output.stereoSamples : nil
    }

    /// Returns a value that the chain has attached to the samples returned last.
    package func metadata(_ key: String) -> String? {
        unsafe av_dict_get(output.raw.pointee.metadata, key, nil, 0).map { unsafe String(cString: $0.pointee.value) }
    }
}
