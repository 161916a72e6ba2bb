package import CLibAV

/// One encoded piece of a stream; owns its C handle.
package struct Packet: ~Copyable {
    /// For the other handle types only.
    package let raw: UnsafeMutablePointer<AVPacket>

    private init(owning raw: UnsafeMutablePointer<AVPacket>) { self.raw = raw }

    deinit {
        var raw: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&raw)
    }

    /// Makes an empty packet, to be used again and again.
    package static func allocate() throws(LibAVError) -> Packet {
        Packet(owning: try checkAllocated("av_packet_alloc", av_packet_alloc()))
    }

    /// Fills the packet with a copy of some bytes.
    package func fill(with bytes: [UInt8]) throws(LibAVError) {
        clear()
        // Decoders read past the end, which only libav's own memory allows.
        try check("av_new_packet", av_new_packet(raw, CInt(bytes.count)))
        raw.pointee.data.update(from: bytes, count: bytes.count)
    }

    /// The stream that it belongs to.
    package var stream: Int { Int(raw.pointee.stream_index) }

    /// How many samples at the beginning are not to be heard.
    package var skippedSamples: Int {
        var size = 0
        // Ten bytes, of which the first four are this number, the least
        // significant byte first (AV_PKT_DATA_SKIP_SAMPLES).
        guard let data = av_packet_get_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4 else { return 0 }
        return (0..<4).reversed().reduce(0) { $0 << 8 | Int(data[$1]) }
    }

    /// A copy of the data.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: raw.pointee.data, count: Int(raw.pointee.size))) }

    /// Lets go of the data; the packet itself stays usable.
    package func clear() { av_packet_unref(raw) }
}
