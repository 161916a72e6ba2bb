package import CLibAV
import CPixels
package import Frames

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

extension MediaFrame {
    /// Allocates a picture with its own memory.
    package init(size: PixelSize, format: AVPixelFormat) throws(LibAVError) {
        let frame = try MediaFrame()
        unsafe frame.raw.pointee.width = CInt(size.width)
        unsafe frame.raw.pointee.height = CInt(size.height)
        unsafe frame.raw.pointee.format = format.rawValue
        try unsafe check("av_frame_get_buffer", av_frame_get_buffer(frame.raw, 0))
        self = frame
    }

    /// A plane's memory; `nil` if the format has no such plane.
    package func plane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
        let data = unsafe raw.pointee.data
        return unsafe [data.0, data.1, data.2, data.3][index]
    }

    /// The bytes from one row of a plane to the next.
    package func stride(_ index: Int) -> Int {
        let strides = unsafe raw.pointee.linesize
        return Int([strides.0, strides.1, strides.2, strides.3][index])
    }

    /// Sets the picture's color properties.
    package func tag(_ colors: VideoColors) {
        unsafe raw.pointee.color_primaries = colors.primaries
        unsafe raw.pointee.color_trc = colors.transfer
        unsafe raw.pointee.colorspace = colors.matrix
        unsafe raw.pointee.color_range = colors.range
        unsafe raw.pointee.chroma_location = colors.chroma
    }

    /// Converts opaque pixels into this picture.
    ///
    /// The picture is YUV 4:2:0 and has the pixels' size rounded up to even numbers.
    ///
    /// - Parameters:
    ///   - pixels: The pixels.
    ///   - rows: The rows to convert, within the pixels; all others stay as they are in this picture.
    package func convert(from pixels: PixelBuffer, rows: Range<Int>) {
        // A row of chroma belongs to two rows of pixels.
        let top = rows.lowerBound / 2 * 2
        let height = min(rows.upperBound + rows.upperBound % 2, pixels.size.height) - top
        guard !rows.isEmpty, let luma = unsafe raw.pointee.data.0, let u = unsafe raw.pointee.data.1,
            let v = unsafe raw.pointee.data.2
        else { return }
        let strides = unsafe (
            Int(raw.pointee.linesize.0), Int(raw.pointee.linesize.1), Int(raw.pointee.linesize.2)
        )
        let picture = unsafe pixel_conversion_picture(
            planes: (luma + top * strides.0, u + top / 2 * strides.1, v + top / 2 * strides.2), strides: strides)
        unsafe pixels.withBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe pixel_conversion_to_bt709(
                start + top * pixels.stride, pixels.stride, pixels.size.width, height, picture)
        }
    }

    /// Copies 32-bit pixels into the top left corner, and repeats their last column and row in
    /// the rest.
    ///
    /// Premultiplied alpha, as Cairo uses it, becomes straight alpha, as files use it.
    package func fill(from pixels: PixelBuffer) {
        guard let target = unsafe raw.pointee.data.0 else { return }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        let stride = unsafe Int(raw.pointee.linesize.0)
        let rowBytes = pixels.size.width * 4
        unsafe pixels.withBytes { source in
            guard let start = source.baseAddress else { return }
            for row in 0..<height {
                let from = unsafe start + min(row, pixels.size.height - 1) * pixels.stride
                let to = unsafe UnsafeMutableRawPointer(target) + row * stride
                if pixels.hasAlpha {
                    unsafe StraightAlpha.copyRow(from, to, count: pixels.size.width)
                } else {
                    unsafe to.copyMemory(from: from, byteCount: rowBytes)
                }
                for column in pixels.size.width..<max(width, pixels.size.width) {
                    unsafe (to + column * 4).copyMemory(from: to + rowBytes - 4, byteCount: 4)
                }
            }
        }
    }
}

extension MediaFrame {
    /// Sets every alpha byte of a 32-bit picture to opaque.
    package func makeOpaque() {
        guard let data = unsafe raw.pointee.data.0 else { return }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        for row in 0..<height {
            let start = unsafe data + row * Int(raw.pointee.linesize.0)
            for column in 0..<width { unsafe start[column * 4 + 3] = 255 }
        }
    }

    /// Whether the luma of a full-range YUV picture is almost uniform.
    package var isBlank: Bool {
        guard let luma = unsafe raw.pointee.data.0 else { return true }
        let (width, height) = unsafe (Int(raw.pointee.width), Int(raw.pointee.height))
        var (darkest, brightest) = (UInt8.max, UInt8.min)
        for row in 0..<height {
            let line = unsafe luma + row * Int(raw.pointee.linesize.0)
            for column in 0..<width {
                let value = unsafe line[column]
                darkest = min(darkest, value)
                brightest = max(brightest, value)
            }
        }
        return brightest < darkest || brightest - darkest <= Self.blankRange
    }

    /// The variation that compression adds to a uniform area, with some margin.
    private static let blankRange: UInt8 = 8
}

extension MediaFrame {
    /// Allocates a frame of samples with its own memory.
    ///
    /// - Parameters:
    ///   - format: `AV_SAMPLE_FMT_FLTP`, `AV_SAMPLE_FMT_FLT` for interleaved channels, or `AV_SAMPLE_FMT_S32` for
    ///     interleaved channels of 24 bits.
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
        guard unsafe raw.pointee.format != AV_SAMPLE_FMT_S32.rawValue else { return fillWhole(from: chunk) }
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

    /// Rounds samples to 24 bits, which are the upper ones of 32.
    private func fillWhole(from chunk: SoundChunk) {
        func whole(_ sample: Float) -> Int32 {
            let scaled = (Double(sample) * 8_388_608).rounded()
            return Int32(min(max(scaled, -8_388_608), 8_388_607)) << 8
        }
        let channels = unsafe Int(raw.pointee.ch_layout.nb_channels)
        unsafe raw.pointee.data.0?.withMemoryRebound(to: Int32.self, capacity: chunk.count * channels) { samples in
            for index in 0..<chunk.count {
                let (left, right) = (chunk.left[index], chunk.right[index])
                if channels == 1 {
                    unsafe samples[index] = whole((left + right) / 2)
                } else {
                    unsafe samples[index * 2] = whole(left)
                    unsafe samples[index * 2 + 1] = whole(right)
                }
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

/// A packet of encoded data; owns its C handle.
@safe package struct Packet: ~Copyable {
    /// The C handle, for the other handle types only.
    package let raw: UnsafeMutablePointer<AVPacket>

    /// Allocates an empty, reusable packet.
    package init() throws(LibAVError) { unsafe raw = try checkAllocated("av_packet_alloc", av_packet_alloc()) }

    deinit {
        var raw: UnsafeMutablePointer<AVPacket>? = unsafe raw
        unsafe av_packet_free(&raw)
    }

    /// Fills the packet with a copy of bytes.
    package func fill(with bytes: [UInt8]) throws(LibAVError) {
        clear()
        // Decoders read past the end of the data; libav's allocation adds the padding for it.
        try unsafe check("av_new_packet", av_new_packet(raw, CInt(bytes.count)))
        unsafe raw.pointee.data.update(from: bytes, count: bytes.count)
    }

    /// The index of the packet's stream.
    package var stream: Int { unsafe Int(raw.pointee.stream_index) }

    /// The number of samples to skip at the start of the packet.
    package var skippedSamples: Int { number(at: 0) }

    /// The number of samples to skip at the end of the packet.
    package var endPadding: Int { number(at: 4) }

    /// Returns a number of the samples to skip.
    private func number(at place: Int) -> Int {
        var size = 0
        // Two numbers of four bytes each, in little-endian order (AV_PKT_DATA_SKIP_SAMPLES).
        guard let data = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
            return 0
        }
        return (place..<place + 4).reversed().reduce(0) { unsafe $0 << 8 | Int(data[$1]) }
    }

    /// States how many samples at the end of the packet are the encoder's padding, unless the encoder
    /// has stated it already.
    ///
    /// - Parameter count: The number of samples; nothing is stated if it is not positive.
    package func statePadding(_ count: Int) throws(LibAVError) {
        guard count > 0, unsafe av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, nil) == nil else { return }
        // Two numbers in little-endian order, the samples to skip at the start and at the end, and two
        // bytes for reasons (AV_PKT_DATA_SKIP_SAMPLES).
        let data = try unsafe checkAllocated(
            "av_packet_new_side_data", av_packet_new_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, 10))
        for index in 0..<10 {
            unsafe data[index] = (4..<8).contains(index) ? UInt8(count >> (8 * (index - 4)) & 0xff) : 0
        }
    }

    /// Whether the demuxer found the packet incomplete or damaged.
    package var isDamaged: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Whether the packet has no data to decode.
    package var isEmpty: Bool { unsafe raw.pointee.size <= 0 }

    /// Whether the packet holds a tag that some files have before or after their sound.
    package var holdsTag: Bool {
        ["ID3", "TAG", "APETAGEX", "LYRICSBEGIN"].contains { name in
            unsafe UnsafeBufferPointer(start: raw.pointee.data, count: Int(raw.pointee.size)).starts(with: name.utf8)
        }
    }

    /// A copy of the data.
    package var bytes: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: raw.pointee.data, count: Int(raw.pointee.size)))
    }

    /// Releases the data; the packet can be reused.
    package func clear() { unsafe av_packet_unref(raw) }

    /// The presentation time in the stream's time base.
    package var presentationTime: Int { unsafe Int(raw.pointee.pts) }
}
