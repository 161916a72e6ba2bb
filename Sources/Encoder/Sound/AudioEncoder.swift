import CLibAV
import Files
import LibAV

/// Encodes stereo sound as AAC or Opus.
///
/// Used on the encoder's thread only.
final class AudioEncoder {
    /// The encoder, for the muxer to describe its stream.
    let codec: CodecContext
    /// How many samples it takes at a time; the last run may be shorter.
    let frameSize: Int

    private let frame: MediaFrame
    private let packet: Packet
    private var position = 0

    /// Opens libavcodec's own AAC encoder, or libopus.
    ///
    /// - Parameters:
    ///   - sound: How the sound is compressed.
    ///   - bitrate: Bits a second.
    /// - Throws: ``FileError/Code/missingComponent`` if it is not there.
    init(_ sound: SoundCodec, bitrate: Int) throws(FileError) {
        let allocated: CodecContext?
        do throws(LibAVError) {
            allocated = try CodecContext.encoder(named: sound.encoder)
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        guard let codec = allocated else {
            throw FileError(
                .missingComponent,
                "libavcodec has no \(sound.title) encoder. Install Debian's own libavcodec, which has it: "
                    + "apt-get install libavcodec59.")
        }
        // libopus takes the channels in turn only.
        let format = sound == .opus ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
        codec.configure { context in
            context.sample_fmt = format
            context.sample_rate = CInt(SoundFormat.movieSampleRate)
            av_channel_layout_default(&context.ch_layout, 2)
            context.bit_rate = Int64(bitrate)
            // One unit of time is one sample, so that times are exact.
            context.time_base = AVRational(num: 1, den: CInt(SoundFormat.movieSampleRate))
            // The file keeps the decoder's parameters in front or in its index.
            context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        do throws(LibAVError) {
            try codec.open()
            frame = try MediaFrame.stereo(format, capacity: codec.frameSize, sampleRate: SoundFormat.movieSampleRate)
            packet = try Packet.allocate()
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        frameSize = codec.frameSize
        self.codec = codec
    }

    /// Encodes the next samples, ``frameSize`` of them or, at the end, fewer.
    ///
    /// - Parameter write: Takes each packet that comes out; it is lent.
    func encode(
        _ chunk: SoundChunk, _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(LibAVError) {
            // The encoder may still hold the samples before.
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

    /// Encodes what the encoder still holds back.
    func finish(_ write: (borrowing Packet) throws(FileError) -> Void) throws(FileError) {
        do throws(LibAVError) {
            try codec.sendEnd()
        } catch {
            throw .failure("Encoding the end of the sound", error)
        }
        try codec.drain(packet, packetDuration: frameSize, write)
    }
}
