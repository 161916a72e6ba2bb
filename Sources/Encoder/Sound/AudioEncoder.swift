import CLibAV
import Files
import LibAV

/// Encodes sound.
///
/// Used on the encoder's thread only.
final class AudioEncoder {
    /// The codec context, from which the muxer takes the stream's parameters.
    let codec: CodecContext
    /// Samples per frame; the last frame may be shorter.
    let frameSize: Int

    /// Samples per frame of a codec without frames.
    private static let freeFrameSize = 1024

    private let frame: MediaFrame
    private let packet: Packet
    private var position = 0

    /// Opens a codec's encoder.
    ///
    /// - Parameters:
    ///   - sound: The codec.
    ///   - encoding: The sample rate, the channels, and the bit rate, which PCM ignores.
    /// - Throws: ``FileError/Code/missingComponent`` if libavcodec lacks the encoder,
    ///   ``FileError/Code/invalidSettings`` if the codec lacks the sample rate or the bit rate.
    init(_ sound: SoundCodec, _ encoding: SoundEncoding) throws(FileError) {
        if let mistake = sound.mismatch(with: encoding) { throw FileError(.invalidSettings, mistake) }
        let allocated: CodecContext?
        do throws(LibAVError) {
            allocated = try CodecContext.encoder(named: sound.encoder)
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        guard let codec = allocated else {
            throw FFmpeg.missing("\(sound.title) encoder")
        }
        // Only AAC's encoder takes each channel on its own.
        let format = sound == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
        unsafe codec.configure { context in
            unsafe context.sample_fmt = format
            unsafe context.sample_rate = CInt(encoding.sampleRate)
            unsafe av_channel_layout_default(&context.ch_layout, CInt(encoding.channels))
            unsafe context.bit_rate = Int64(encoding.bitrate)
            // One time unit is one sample, so presentation times are exact.
            unsafe context.time_base = AVRational(num: 1, den: CInt(encoding.sampleRate))
            // Containers store the decoder's parameters in their header or index.
            unsafe context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        do throws(LibAVError) {
            try codec.open()
            frameSize = codec.frameSize > 0 ? codec.frameSize : Self.freeFrameSize
            frame = try MediaFrame(format, capacity: frameSize, as: encoding)
            packet = try Packet()
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        self.codec = codec
    }

    /// Encodes the next samples: ``frameSize`` of them, or fewer at the end.
    ///
    /// - Parameters:
    ///   - chunk: The samples.
    ///   - write: Called with each encoded packet, which is valid only during the call.
    func encode(
        _ chunk: SoundChunk, _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(LibAVError) {
            // The encoder may still reference the previous samples.
            try frame.makeWritable()
            frame.fill(from: chunk)
            frame.setPresentationTime(position)
            try codec.send(frame)
        } catch {
            throw .failure("Encoding the sound", error)
        }
        position += chunk.count
        try codec.drain(packet, packetDuration: frameSize, write)
    }

    /// Encodes the samples that the encoder still holds back.
    ///
    /// - Parameters:
    ///   - statesPadding: Whether the last packet states which of its samples are padding.
    ///   - write: Called with each encoded packet, which is valid only during the call.
    func finish(
        statesPadding: Bool, _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(LibAVError) {
            try codec.sendEnd()
        } catch {
            throw .failure("Encoding the end of the sound", error)
        }
        try codec.drain(packet, packetDuration: frameSize) { packet throws(FileError) in
            if statesPadding {
                do throws(LibAVError) {
                    try packet.statePadding(packet.presentationTime + frameSize - position)
                } catch {
                    throw .failure("Encoding the end of the sound", error)
                }
            }
            try write(packet)
        }
    }
}
