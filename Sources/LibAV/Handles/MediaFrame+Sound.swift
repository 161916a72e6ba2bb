package import CLibAV

extension MediaFrame {
    /// Allocates a frame of float samples with its own memory.
    ///
    /// - Parameters:
    ///   - format: `AV_SAMPLE_FMT_FLTP`, or `AV_SAMPLE_FMT_FLT` for interleaved channels.
    ///   - capacity: The maximum number of samples.
    ///   - encoding: The sample rate, and one channel or two.
    package init(
        _ format: AVSampleFormat, capacity: Int, as encoding: SoundEncoding = SoundEncoding()
    ) throws(LibAVError) {
        let frame = try MediaFrame()
        unsafe frame.raw.pointee.format = format.rawValue
        unsafe frame.raw.pointee.sample_rate = CInt(encoding.sampleRate)
        unsafe frame.raw.pointee.nb_samples = CInt(capacity)
        unsafe av_channel_layout_default(&frame.raw.pointee.ch_layout, CInt(encoding.channels))
        try unsafe check("av_frame_get_buffer", av_frame_get_buffer(frame.raw, 0))
        self = frame
    }

    /// Copies samples into the frame; the chunk must fit the capacity.
    ///
    /// A frame with one channel gets the mean of left and right, which cannot exceed full scale.
    package func fill(from chunk: SoundChunk) {
        unsafe raw.pointee.nb_samples = CInt(chunk.count)
        guard unsafe raw.pointee.ch_layout.nb_channels > 1 else { return fillMono(from: chunk) }
        guard unsafe raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue else { return fillInTurn(from: chunk) }
        guard let left = unsafe raw.pointee.data.0, let right = unsafe raw.pointee.data.1 else { return }
        let bytes = chunk.count * MemoryLayout<Float>.stride
        unsafe chunk.left.withUnsafeBytes { samples in
            if let start = samples.baseAddress {
                unsafe UnsafeMutableRawPointer(left).copyMemory(from: start, byteCount: bytes)
            }
        }
        unsafe chunk.right.withUnsafeBytes { samples in
            if let start = samples.baseAddress {
                unsafe UnsafeMutableRawPointer(right).copyMemory(from: start, byteCount: bytes)
            }
        }
    }

    private func fillMono(from chunk: SoundChunk) {
        unsafe raw.pointee.data.0?.withMemoryRebound(to: Float.self, capacity: chunk.count) { samples in
            for index in 0..<chunk.count {
                unsafe samples[index] = (chunk.left[index] + chunk.right[index]) / 2
            }
        }
    }

    private func fillInTurn(from chunk: SoundChunk) {
        unsafe raw.pointee.data.0?.withMemoryRebound(to: Float.self, capacity: chunk.count * 2) { samples in
            for index in 0..<chunk.count {
                unsafe samples[index * 2] = chunk.left[index]
                unsafe samples[index * 2 + 1] = chunk.right[index]
            }
        }
    }

    /// A copy of the samples of a frame in `AV_SAMPLE_FMT_FLTP` with two channels.
    package var stereoSamples: SoundChunk {
        guard let left = unsafe raw.pointee.data.0, let right = unsafe raw.pointee.data.1 else { return SoundChunk() }
        func copy(_ plane: UnsafeMutablePointer<UInt8>) -> [Float] {
            unsafe plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { samples in
                unsafe Array(UnsafeBufferPointer(start: samples, count: sampleCount))
            }
        }
        return unsafe SoundChunk(left: copy(left), right: copy(right))
    }

    /// The format of a decoded frame's samples.
    package var soundFormat: SoundFormat {
        let layout = unsafe raw.pointee.ch_layout
        return unsafe SoundFormat(
            sampleRate: Int(raw.pointee.sample_rate), sampleFormat: raw.pointee.format, channels: layout.nb_channels,
            channelMask: layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0)
    }

    /// Samples per channel.
    package var sampleCount: Int { unsafe Int(raw.pointee.nb_samples) }
}
