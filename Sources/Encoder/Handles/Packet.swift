import CLibAV

/// One encoded piece of a stream; owns its C handle.
struct Packet: ~Copyable {
    /// For the other handle types only.
    let raw: UnsafeMutablePointer<AVPacket>

    private init(owning raw: UnsafeMutablePointer<AVPacket>) { self.raw = raw }

    deinit {
        var raw: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&raw)
    }

    /// Makes an empty packet, to be used again and again.
    static func allocate() throws(LibAVError) -> Packet {
        Packet(owning: try checkAllocated("av_packet_alloc", av_packet_alloc()))
    }

    /// The stream that it belongs to.
    var stream: Int { Int(raw.pointee.stream_index) }

    /// Lets go of the data; the packet itself stays usable.
    func clear() { av_packet_unref(raw) }
}
