import CLibAV
import LibAV

/// How far a stream is decoded, and what of it was damaged.
package struct DecodingProgress: Sendable {
    /// Whether the file has been read to its end.
    package var isAtEnd = false
    /// Whether something was damaged before the last decoded frame.
    package private(set) var isDamaged = false
    /// Whether something was damaged after the last decoded frame.
    package private(set) var isDamagedAtEnd = false
    /// Whether the last packet is incomplete or damaged.
    private(set) var isLastPacketDamaged = false
    /// The latest end of a whole packet, in the stream's time base; `nil` if no packet states its time.
    private(set) var end: Int64?

    /// Creates the state of a stream at its first packet.
    package init() {}

    /// Notes a packet of the stream.
    mutating func notePacket(_ packet: borrowing Packet) {
        isLastPacketDamaged = packet.isDamaged
        let (presented, decoded) = unsafe (packet.raw.pointee.pts, packet.raw.pointee.dts)
        // Some formats, such as AVI, state only when packets are decoded; the last ones end at the same time.
        let start = presented == InputFormat.unknownTime ? decoded : presented
        guard !packet.isDamaged, start != InputFormat.unknownTime else { return }
        let packetEnd = unsafe start + max(0, packet.raw.pointee.duration)
        end = max(end ?? packetEnd, packetEnd)
    }

    /// Notes that a packet could not be read or decoded.
    mutating func noteDamage() { isDamagedAtEnd = true }

    /// Notes a decoded frame.
    ///
    /// - Parameter isDamaged: Whether the decoder has concealed damage in it.
    mutating func noteFrame(isDamaged: Bool) {
        if isDamaged || isDamagedAtEnd { self.isDamaged = true }
        isDamagedAtEnd = false
    }
}
