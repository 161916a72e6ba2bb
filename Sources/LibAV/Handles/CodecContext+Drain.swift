import CLibAV
package import Files

extension CodecContext {
    /// Receives all packets that an encoder has ready.
    ///
    /// - Parameters:
    ///   - packet: Reused for each packet.
    ///   - packetDuration: The duration of packets without one, in the encoder's time base;
    ///     otherwise the last frame would have no duration.
    ///   - write: Called with each packet, which is valid only during the call.
    package func drain(
        _ packet: borrowing Packet, packetDuration: Int,
        _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        while true {
            guard case .output = try attempt("The encoder “\(name)”", receive(into: packet)) else { return }
            defer { packet.clear() }
            if unsafe packet.raw.pointee.duration == 0 { unsafe packet.raw.pointee.duration = Int64(packetDuration) }
            try write(packet)
        }
    }
}
