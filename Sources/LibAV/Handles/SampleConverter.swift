import CLibAV
import Glibc

/// Converts samples of any format to float stereo; owns its C handle.
@safe package struct SampleConverter: ~Copyable {
    private let raw: OpaquePointer

    private init(_ raw: OpaquePointer) { unsafe self.raw = raw }

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - format: The format of the input.
    ///   - channel: The channel that is heard on both sides, from 1 (default: all, mixed down).
    ///   - sampleRate: The output's samples per second.
    package init(from format: SoundFormat, channel: Int? = nil, to sampleRate: Int) throws(LibAVError) {
        // The format may change within a file.
        if let channel, channel > Int(format.channels) {
            throw LibAVError(code: recorder_averror(EINVAL), function: "swr_set_matrix")
        }
        var input = unsafe AVChannelLayout()
        var output = unsafe AVChannelLayout()
        defer {
            unsafe av_channel_layout_uninit(&input)
            unsafe av_channel_layout_uninit(&output)
        }
        if unsafe format.channelMask == 0 || av_channel_layout_from_mask(&input, format.channelMask) < 0 {
            unsafe av_channel_layout_default(&input, format.channels)
        }
        unsafe av_channel_layout_default(&output, 2)
        var context: OpaquePointer?
        try unsafe check(
            "swr_alloc_set_opts2",
            swr_alloc_set_opts2(
                &context, &output, AV_SAMPLE_FMT_FLTP, CInt(sampleRate), &input,
                AVSampleFormat(format.sampleFormat), CInt(format.sampleRate), 0, nil))
        let converter = unsafe SampleConverter(try checkAllocated("swr_alloc_set_opts2", context))
        // Prevents clipping when more than two channels are mixed down; by default libav does
        // so for integer samples only.
        try unsafe check(
            "av_opt_set_double(rematrix_maxval)",
            av_opt_set_double(UnsafeMutableRawPointer(converter.raw), "rematrix_maxval", 1, 0))
        // Mono plays at full level on both channels; libav's default matrix attenuates it
        // by 3 dB.
        if let channel = channel ?? (format.channels == 1 ? 1 : nil) {
            let count = Int(format.channels)
            let gains = (0..<2 * count).map { $0 % count == channel - 1 ? 1.0 : 0 }
            try unsafe check("swr_set_matrix", swr_set_matrix(converter.raw, gains, CInt(count)))
        }
        try unsafe check("swr_init", swr_init(converter.raw))
        self = converter
    }

    deinit {
        var raw: OpaquePointer? = unsafe raw
        unsafe swr_free(&raw)
    }

    /// Converts a decoded frame.
    package func convert(_ frame: borrowing MediaFrame) throws(LibAVError) -> SoundChunk {
        let planes = unsafe UnsafeMutableRawPointer(frame.raw.pointee.extended_data)
        let count = frame.sampleCount
        return try unsafe run(inputCount: count) { left, right in
            var output: [UnsafeMutablePointer<UInt8>?] = unsafe [left, right]
            return unsafe swr_convert(
                raw, &output, CInt(capacity(for: count)),
                planes?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self), CInt(count))
        }
    }

    /// Converts stereo samples to another sample rate.
    package func convert(_ chunk: SoundChunk) throws(LibAVError) -> SoundChunk {
        try unsafe run(inputCount: chunk.count) { left, right in
            unsafe chunk.left.withUnsafeBytes { leftInput in
                unsafe chunk.right.withUnsafeBytes { rightInput in
                    var output: [UnsafeMutablePointer<UInt8>?] = unsafe [left, right]
                    var input = unsafe [leftInput, rightInput].map { unsafe $0.bindMemory(to: UInt8.self).baseAddress }
                    return unsafe swr_convert(raw, &output, CInt(capacity(for: chunk.count)), &input, CInt(chunk.count))
                }
            }
        }
    }

    /// Returns the samples that the converter still holds back, at the end.
    package func flush() throws(LibAVError) -> SoundChunk {
        try unsafe run(inputCount: 0) { left, right in
            var output: [UnsafeMutablePointer<UInt8>?] = unsafe [left, right]
            return unsafe swr_convert(raw, &output, CInt(capacity(for: 0)), nil, 0)
        }
    }

    /// Returns the maximum number of output samples for an input, including those held back.
    private func capacity(for count: Int) -> Int {
        unsafe max(Int(swr_get_out_samples(raw, CInt(count))), count) + 1
    }

    private func run(
        inputCount: Int, _ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?) -> CInt
    ) throws(LibAVError) -> SoundChunk {
        let size = capacity(for: inputCount)
        var chunk = SoundChunk(left: [Float](repeating: 0, count: size), right: [Float](repeating: 0, count: size))
        let code = unsafe chunk.left.withUnsafeMutableBytes { left in
            unsafe chunk.right.withUnsafeMutableBytes { right in
                unsafe body(
                    left.bindMemory(to: UInt8.self).baseAddress, right.bindMemory(to: UInt8.self).baseAddress)
            }
        }
        let count = Int(try check("swr_convert", code))
        chunk.keepFirst(count)
        return chunk
    }
}

extension SoundFormat {
    /// Planar float stereo, the format of all decoded sound.
    package static func stereo(sampleRate: Int) -> SoundFormat {
        SoundFormat(
            sampleRate: sampleRate, sampleFormat: AV_SAMPLE_FMT_FLTP.rawValue, channels: 2, channelMask: 0)
    }
}
