package import CLibAV
import Frames
package import LibAV

/// How single pictures of a movie are got.
extension InputFormat {
    /// Makes and opens the decoder of a stream, or nothing if libav has none.
    package func decoder(forStream stream: UnsafePointer<AVStream>) throws(LibAVError) -> CodecContext? {
        try decoder(forStream: Int(stream.pointee.index))
    }

    /// Goes to the last picture at or before a time that can be decoded by
    /// itself; a file where that cannot be done is read from its beginning.
    ///
    /// - Returns: The time as the stream counts it.
    package func seek(_ stream: UnsafePointer<AVStream>, to time: Duration) -> Int64 {
        let target = av_rescale_q(
            Int64(time.wholeNanoseconds / 1000), AVRational(num: 1, den: 1_000_000), stream.pointee.time_base)
        if av_seek_frame(raw, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) < 0 { LibAVLog.shared.forget() }
        return target
    }

    /// Decodes the next picture of a stream; damage is passed over.
    ///
    /// - Parameter atEnd: Whether the file has been read to its end; kept
    ///   from one call to the next.
    /// - Returns: Whether there was one.
    package func decodeFrame(
        of stream: UnsafePointer<AVStream>, _ decoder: borrowing CodecContext, packet: borrowing Packet,
        into frame: borrowing MediaFrame, _ atEnd: inout Bool
    ) throws(LibAVError) -> Bool {
        while true {
            switch try decoder.receiveTolerantly(into: frame) {
            case .output: return true
            case .finished: return false
            case .needsInput: break
            }
            guard !atEnd else { return false }
            guard read(into: packet) else {
                atEnd = true
                decoder.decodeEnd()
                continue
            }
            defer { packet.clear() }
            if packet.stream == Int(stream.pointee.index) { _ = try decoder.decode(packet) }
        }
    }
}
