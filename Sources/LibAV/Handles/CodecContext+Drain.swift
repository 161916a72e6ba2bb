import CLibAV
package import Files

extension CodecContext {
    /// Takes all packets that an encoder has ready.
    ///
    /// - Parameters:
    ///   - packet: Used for each in turn.
    ///   - packetDuration: The duration of a packet that says none, in the
    ///     encoder's time base; without it the last frame would take no time.
    ///   - write: Takes each packet; it is lent.
    package func drain(
        _ packet: borrowing Packet, packetDuration: Int,
        _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        while true {
            let drained: Drain
            do throws(LibAVError) {
                drained = try receive(into: packet)
            } catch {
                throw .failure("The encoder “\(name)”", error)
            }
            guard case .output = drained else { return }
            defer { packet.clear() }
            if packet.raw.pointee.duration == 0 { packet.raw.pointee.duration = Int64(packetDuration) }
            try write(packet)
        }
    }
}
