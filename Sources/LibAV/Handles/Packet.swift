package import CLibAV

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
    package var skippedSamples: Int {
        var size = 0
        // The first four of the ten bytes hold this number, in little-endian order
        // (AV_PKT_DATA_SKIP_SAMPLES).
        guard let data = unsafe av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4 else {
            return 0
        }
        return (0..<4).reversed().reduce(0) { unsafe $0 << 8 | Int(data[$1]) }
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
