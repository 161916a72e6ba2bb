import CLibAV
import Files
import Frames
import LibAV

/// Writes pictures as an APNG or as an animated WebP, a frame at a time.
@safe final class StreamedAnimation: AnimationWriter {
    private let container: MovieContainer
    private let output: OutputFormat
    private let codec: CodecContext
    private let packet: Packet
    private let stream: UnsafeMutablePointer<AVStream>
    private var last: PixelBuffer?

    let encoder: String
    private(set) var count = 0

    /// libwebp's quality for a quality on x264's scale, from 0 to 100 (best); `nil` for lossless pictures.
    ///
    /// The default, 20, is the quality of stills.
    private static func webPQuality(_ rate: RateControl) -> Double? {
        guard case .quality(let factor) = rate else { return 90 }
        return factor == 0 ? nil : min(100, 130 - 2 * factor)
    }

    /// Creates the file and opens the encoder.
    ///
    /// - Throws: ``FileError/Code/missingComponent`` if libavcodec lacks the encoder.
    init(_ place: OutputPlace, _ settings: VideoSettings) throws(FileError) {
        container = settings.container
        let isWebP = container == .webp
        encoder = isWebP ? "libwebp_anim" : "apng"
        let rate = settings.frameRate
        let frame = AVRational(num: CInt(rate.denominator), den: CInt(rate.numerator))
        output = try OutputFormat(creating: place, muxer: container.muxer, content: .picture)
        do throws(LibAVError) {
            packet = try Packet()
            let model = try StillEncoder.picture(
                PixelBuffer(size: settings.pictureSize, hasAlpha: settings.hasAlpha), isWebP: isWebP)
            codec = try CodecContext.encoder(named: encoder, for: model, timeBase: frame)
            if let quality = Self.webPQuality(settings.rate), isWebP {
                try codec.setOption("quality", "\(quality)")
            } else if isWebP {
                try codec.setOption("lossless", "1")
            } else {
                try codec.setOption("pred", "mixed")
            }
            try codec.open()
            unsafe stream = try output.addStream(for: codec)
        } catch  where error.isPOSIX(ENOSYS) {
            throw FFmpeg.missing("encoder for .\(container.rawValue) files")
        } catch {
            throw .failure("Preparing an animation", error)
        }
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        // Both formats state how often the animation plays; 0 means forever (WebP container specification, ANIM; PNG,
        // third edition, acTL).
        unsafe av_dict_set_int(&options, isWebP ? "loop" : "plays", Int64(settings.loops ?? 0), 0)
        if !isWebP { unsafe av_dict_set(&options, "final_delay", "\(frame.num)/\(frame.den)", 0) }
        try unsafe output.writing("avformat_write_header", avformat_write_header(output.raw, &options))
    }

    func append(_ pixels: PixelBuffer) throws(FileError) {
        do throws(LibAVError) {
            let picture = try StillEncoder.picture(pixels, isWebP: container == .webp)
            picture.setPresentationTime(count)
            try codec.send(picture)
        } catch {
            throw .failure("Encoding a frame of an animation", error)
        }
        count += 1
        try drain()
    }

    func finish(isCanceled: () -> Bool) throws(FileError) -> Int {
        guard count > 0 else { throw FileError(.internalFailure, "The animation cannot be written: it has no frames.") }
        try attempt("Encoding the end of an animation", codec.sendEnd())
        try drain()
        try output.finish()
        return try output.keep()
    }

    private func drain() throws(FileError) {
        try codec.drain(packet, packetDuration: 1) { packet throws(FileError) in
            unsafe packet.raw.pointee.stream_index = 0
            unsafe av_packet_rescale_ts(packet.raw, codec.timeBase, stream.pointee.time_base)
            try unsafe output.writing("av_write_frame", av_write_frame(output.raw, packet.raw))
        }
    }
}

/// Writes pictures at a constant rate as one animated picture.
protocol AnimationWriter: AnyObject {
    /// libavcodec's name of the encoder.
    var encoder: String { get }
    /// The number of frames added so far.
    var count: Int { get }

    /// Adds a picture as the next frame.
    func append(_ pixels: PixelBuffer) throws(FileError)

    /// Completes the file.
    ///
    /// - Parameter isCanceled: Called before each frame; writing stops when it returns `true`.
    /// - Returns: The file's length in bytes.
    func finish(isCanceled: () -> Bool) throws(FileError) -> Int
}
