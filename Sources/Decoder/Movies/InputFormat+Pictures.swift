package import CLibAV
import Frames
import Glibc
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
        var progress = DecodingProgress()
        progress.isAtEnd = atEnd
        defer { atEnd = progress.isAtEnd }
        return try unsafe decodeFrame(of: stream, decoder, packet: packet, into: frame, &progress)
    }

    /// Decodes the next picture of a stream, or its next samples, and notes damaged data, which it
    /// skips.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - decoder: Its decoder.
    ///   - packet: Reused for each packet.
    ///   - frame: Receives the picture or the samples.
    ///   - progress: Pass the same variable to each call.
    /// - Returns: `false` at the end of the stream.
    package func decodeFrame(
        of stream: UnsafePointer<AVStream>, _ decoder: borrowing CodecContext, packet: borrowing Packet,
        into frame: borrowing MediaFrame, _ progress: inout DecodingProgress
    ) throws(LibAVError) -> Bool {
        while true {
            switch try decoder.receiveTolerantly(into: frame) {
            case .output:
                progress.noteFrame(isDamaged: frame.isDamaged)
                return true
            case .finished: return false
            case .damaged: progress.noteDamage()
            case .needsInput: break
            }
            guard !progress.isAtEnd else { return false }
            guard readTolerantly(into: packet, &progress) else {
                progress.isAtEnd = true
                decoder.decodeEnd()
                continue
            }
            defer { packet.clear() }
            guard unsafe packet.stream == Int(stream.pointee.index) else { continue }
            progress.notePacket(packet)
            // The last packet of a WAV file that was written to a pipe counts as damaged too.
            if packet.isDamaged, !isWave { progress.noteDamage() }
            if try !decoder.decode(packet), !packet.holdsTag { progress.noteDamage() }
        }
    }

    /// Reads the next packet, and notes if the file is damaged.
    ///
    /// - Returns: `false` if nothing more can be read.
    private func readTolerantly(into packet: borrowing Packet, _ progress: inout DecodingProgress) -> Bool {
        do throws(LibAVError) {
            return try readSoundly(into: packet)
        } catch {
            // Some demuxers return `EIO` at the end of a complete file.
            if !error.isPOSIX(EIO) || hasReadError { progress.noteDamage() }
            return false
        }
    }
}
