import CLibAV
import Frames

/// Encodes pictures as H.264 by x264, at a constant frame rate.
///
/// Used on the encoder's queue only.
final class VideoEncoder {
    /// Turns pixels into the encoder's pictures.
    let converter: PixelConverter
    /// The encoder, for the muxer to describe its stream.
    let codec: CodecContext

    private let packet: Packet
    private var nextIndex = 0

    /// The picture that the next call encodes.
    var count: Int { nextIndex }

    /// Opens x264.
    ///
    /// - Throws: ``EncoderError/Code/missingComponent`` without x264,
    ///   ``EncoderError/Code/invalidSettings`` if it refuses the settings.
    init(_ settings: VideoSettings) throws(EncoderError) {
        LibAVLog.silence()
        try settings.validate()
        do throws(LibAVError) {
            converter = try PixelConverter(frameSize: settings.size)
            packet = try Packet.allocate()
        } catch {
            throw .failure("Preparing the conversion of \(settings.size) pixels to video", error)
        }
        codec = try Self.openCodec(settings, size: converter.videoSize)
    }

    private static func openCodec(_ settings: VideoSettings, size: PixelSize) throws(EncoderError) -> CodecContext {
        let allocated: CodecContext?
        do throws(LibAVError) {
            allocated = try CodecContext.encoder(named: "libx264")
        } catch {
            throw .failure("Preparing the H.264 encoder", error)
        }
        guard let codec = allocated else { throw missing }
        do throws(LibAVError) {
            try configure(codec, settings, size: size)
            try codec.open()
        } catch {
            throw EncoderError(
                .invalidSettings,
                "The H.264 encoder refused a video of \(size) pixels at \(settings.frameRate) frames a second "
                    + "with the preset \(settings.preset.rawValue); try a smaller size or other settings.",
                cause: error)
        }
        return codec
    }

    private static let missing = EncoderError(
        .missingComponent,
        "libavcodec has no H.264 encoder (libx264). Install Debian's own libavcodec, which has it: "
            + "apt-get install libavcodec59 libx264-164.")

    private static func configure(
        _ codec: borrowing CodecContext, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) {
        let rate = settings.frameRate
        codec.configure { context in
            context.width = CInt(size.width)
            context.height = CInt(size.height)
            context.pix_fmt = AV_PIX_FMT_YUV420P
            // One unit of time is one frame, so that times are exact.
            context.time_base = AVRational(num: CInt(rate.denominator), den: CInt(rate.numerator))
            context.framerate = AVRational(num: CInt(rate.numerator), den: CInt(rate.denominator))
            context.sample_aspect_ratio = AVRational(num: 1, den: 1)
            context.gop_size = CInt(settings.keyframeInterval)
            context.profile = FF_PROFILE_H264_HIGH
            context.color_primaries = AVCOL_PRI_BT709
            context.color_trc = AVCOL_TRC_BT709
            context.colorspace = AVCOL_SPC_BT709
            context.color_range = AVCOL_RANGE_MPEG
            context.chroma_sample_location = AVCHROMA_LOC_LEFT
            // MP4 keeps the parameter sets in its index, not in the stream.
            context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            if case .bitrate(let bits) = settings.rate { context.bit_rate = Int64(bits) }
        }
        try codec.setOption("preset", settings.preset.rawValue)
        try codec.setOption("profile", "high")
        // x264 labels a stream with the lowest profile that its tools need;
        // the 8x8 transform, which ultrafast leaves out, is what makes it High.
        try codec.setOption("x264-params", "8x8dct=1")
        if case .quality(let factor) = settings.rate { try codec.setOption("crf", "\(factor)") }
    }

    /// Makes pixels the picture that is encoded from here on.
    func show(_ pixels: PixelBuffer) throws(EncoderError) {
        do throws(LibAVError) {
            try converter.convert(pixels)
        } catch {
            throw .failure("Converting a picture to video", error)
        }
    }

    /// Encodes the current picture as the next frame of the video.
    ///
    /// - Parameter write: Takes each packet that comes out; it is lent.
    func encode(_ write: (borrowing Packet) throws(EncoderError) -> Void) throws(EncoderError) {
        do throws(LibAVError) {
            try converter.send(to: codec, at: nextIndex)
        } catch {
            throw .failure("Encoding frame \(nextIndex)", error)
        }
        nextIndex += 1
        try codec.drain(packet, packetDuration: 1, write)
    }

    /// Encodes what the encoder still holds back.
    func finish(_ write: (borrowing Packet) throws(EncoderError) -> Void) throws(EncoderError) {
        do throws(LibAVError) {
            try codec.sendEnd()
        } catch {
            throw .failure("Encoding the last frames", error)
        }
        try codec.drain(packet, packetDuration: 1, write)
    }
}
