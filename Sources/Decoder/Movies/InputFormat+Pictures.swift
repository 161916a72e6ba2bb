package import CLibAV
import Frames
package import LibAV

/// Decoding a stream.
extension InputFormat {
    /// Seeks to the last keyframe at or before a time.
    ///
    /// If the file cannot be seeked, reading continues where it was.
    ///
    /// - Returns: The time in the stream's time base.
    package func seek(_ stream: UnsafePointer<AVStream>, to time: Duration) -> Int64 {
        let microseconds = Int64(time.wholeNanoseconds / 1000)
        let target = unsafe av_rescale_q(microseconds, Self.microsecond, stream.pointee.time_base)
        if unsafe av_seek_frame(raw, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) < 0 {
            LibAVLog.shared.forget()
        }
        return target
    }

    /// Decodes the next picture of a stream, or its next samples, skipping damaged data.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - decoder: Its decoder.
    ///   - packet: Reused for each packet.
    ///   - frame: Receives the picture or the samples.
    ///   - atEnd: Whether the file has been read to its end; pass the same variable to each
    ///     call.
    /// - Returns: `false` at the end of the stream.
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
            if unsafe packet.stream == Int(stream.pointee.index) { _ = try decoder.decode(packet) }
        }
    }
}
