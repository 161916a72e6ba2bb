import CLibAV

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
