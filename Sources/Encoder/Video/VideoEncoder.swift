import CLibAV
import Files
import Frames
import LibAV

/// Encodes pictures at a constant frame rate.
///
/// Used on the encoder's thread only.
final class VideoEncoder {
    /// Converts frames to the encoder's pixel format.
    let converter: PixelConverter
    /// The codec context, from which the muxer takes the stream's parameters.
    let codec: CodecContext

    private let packet: Packet
    /// Scales frames to the video's size; `nil` if they have it.
    private let resizer: PictureResizer?
    private var nextIndex = 0
    /// The current picture, if it is not one of the converter's.
    private var decoded: VideoPicture?
    /// The frame size, if the encoder needs a picture before it can be closed.
    private let sizeBeforeClosing: PixelSize?

    /// The number of frames encoded so far.
    var count: Int { nextIndex }

    /// The container, codec and encoder in use.
    let format: MovieFormat
    /// Warnings about the encoder for the user, as sentences.
    let warnings: [String]

    /// Opens the requested encoder, or the best available one for the codec.
    ///
    /// - Throws: ``FileError/Code/missingComponent`` if no encoder is available,
    ///   ``FileError/Code/invalidSettings`` if the encoders refuse the settings.
    init(_ settings: VideoSettings) throws(FileError) {
        try FFmpeg.load()
        try settings.validate()
        var warnings: [String] = []
        let opened = try Self.open(settings, &warnings)
        do throws(LibAVError) {
            packet = try Packet()
            format = MovieFormat(
                container: settings.container, codec: settings.codec, encoder: opened.name.rawValue,
                threads: opened.threads, hasAlpha: settings.hasAlpha)
            converter = try PixelConverter(
                frameSize: settings.scaledSize ?? settings.size, hasAlpha: settings.hasAlpha,
                format: settings.pictureFormat(for: opened.name), hardware: opened.hardware)
        } catch {
            throw .failure("Preparing the conversion of \(settings.size) pixels to video", error)
        }
        resizer = settings.scaledSize.map { PictureResizer(to: $0) }
        sizeBeforeClosing = opened.name == .svtAV1 ? settings.scaledSize ?? settings.size : nil
        codec = opened.codec
        if settings.codec == .h264, settings.rate == .quality(0), settings.stream.profile == nil {
            warnings.append(
                "Lossless H.264 (--quality 0) has the profile High 4:4:4 Predictive, which many players cannot show; "
                    + "--quality 1 keeps the profile High.")
        }
        self.warnings = warnings
    }

    deinit {
        // SVT-AV1 hangs if it is closed before its first picture (seen with 1.4.1). Errors no
        // longer matter here.
        guard nextIndex == 0, let size = sizeBeforeClosing else { return }
        try? codec.encodeOnlyPicture(PixelBuffer(size: size), with: converter)
    }

    private static func open(
        _ settings: VideoSettings, _ warnings: inout [String]
    ) throws(FileError) -> OpenedEncoder {
        let size = settings.pictureSize
        let others = VideoEncoderName.software(for: settings.codec).filter { $0 != settings.encoder }
        let tune = settings.stream.tune
        var refusals: [(name: VideoEncoderName, error: LibAVError)] = []
        for name in [settings.encoder].compactMap(\.self) + others {
            var settings = settings
            if name != settings.encoder {
                // A tune has the names of the requested encoder.
                if settings.encoder != nil, let tune = settings.stream.tune, !name.tunes.contains(tune) {
                    settings.stream.tune = nil
                }
                guard settings.reason(against: name) == nil else { continue }
            }
            do throws(LibAVError) {
                guard let opened = try OpenedEncoder.open(name, settings, size: size) else { continue }
                if let wish = settings.encoder, wish != name {
                    let refusal = refusals.first { $0.name == wish }
                    let reason = refusal.map { "cannot be used here (\($0.error))" } ?? "is not in this libavcodec"
                    let lack = settings.stream.tune == tune ? "" : ", without --tune"
                    warnings.append("The encoder \(wish.rawValue) \(reason); \(name.rawValue) encodes instead\(lack).")
                }
                return opened
            } catch {
                refusals.append((name, error))
            }
        }
        guard let last = refusals.last else { throw missing(settings.codec) }
        throw FileError(
            .invalidSettings,
            "The \(settings.codec.title) encoder refused a video of \(size) pixels at \(settings.frameRate) frames per "
                + "second with the preset \(settings.preset.rawValue). Try a smaller size or other settings.",
            cause: last.error)
    }

    private static func missing(_ codec: VideoCodec) -> FileError {
        let names = VideoEncoderName.software(for: codec).map(\.rawValue).joined(separator: ", ")
        return FFmpeg.missing("\(codec.title) encoder (\(names))")
    }

    /// Makes a frame's pixels the current picture.
    func show(_ frame: Frame) throws(FileError) {
        if let resizer {
            let picture = try resizer.resized(frame.pixels)
            return try attempt("Converting a picture to video", converter.convert(picture))
        }
        try attempt("Converting a picture to video", converter.convert(frame.pixels, frame.changes))
    }

    /// Makes a decoded picture the current one; it has the encoder's size and pixel format.
    func show(_ picture: VideoPicture) { decoded = picture }

    /// Encodes the current picture as the next frame.
    ///
    /// - Parameter write: Called with each encoded packet, which is valid only during the call.
    func encode(_ write: (borrowing Packet) throws(FileError) -> Void) throws(FileError) {
        try attempt("Encoding frame \(nextIndex)", sendCurrent())
        nextIndex += 1
        try codec.drain(packet, packetDuration: 1, write)
    }

    private func sendCurrent() throws(LibAVError) {
        guard let decoded else { return try converter.send(to: codec, at: nextIndex) }
        decoded.frame.setPresentationTime(nextIndex)
        try codec.send(decoded.frame)
    }

    /// Encodes the frames that the encoder still holds back.
    func finish(_ write: (borrowing Packet) throws(FileError) -> Void) throws(FileError) {
        try attempt("Encoding the last frames", codec.sendEnd())
        try codec.drain(packet, packetDuration: 1, write)
    }
}

/// An open video encoder and the parameters it was opened with.
struct OpenedEncoder: ~Copyable {
    /// The codec context.
    let codec: CodecContext
    /// The device whose memory holds the pictures; `nil` for main memory.
    let hardware: HardwareDevice?
    /// The encoder's name.
    let name: VideoEncoderName
    /// The maximum number of threads that it uses.
    let threads: Int

    /// Opens an encoder; a hardware encoder first encodes a trial picture.
    ///
    /// - Parameters:
    ///   - name: The encoder.
    ///   - settings: The video's settings.
    ///   - size: The video's size, even.
    /// - Returns: `nil` if libavcodec was built without the encoder.
    static func open(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> OpenedEncoder? {
        // Some drivers fail only on the first picture, when it is too late for a fallback.
        if name.hardware != nil { try tryOut(name, settings, size: size) }
        return try make(name, settings, size: size)
    }

    /// Opens an encoder, encodes one picture and closes the encoder.
    ///
    /// - Parameters:
    ///   - name: The encoder.
    ///   - settings: The video's settings.
    ///   - size: The video's size, even.
    /// - Returns: `false` if libavcodec was built without the encoder.
    @discardableResult
    static func tryOut(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> Bool {
        guard let trial = try make(name, settings, size: size) else { return false }
        try trial.encodePicture(settings, size: size)
        return true
    }

    private static func make(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> OpenedEncoder? {
        guard let codec = try CodecContext.encoder(named: name.rawValue) else { return nil }
        let threads = EncoderOptions.threads(for: name, settings)
        let options = EncoderOptions(name, settings, threads: threads)
        // Sets the software format first: the colors depend on it. Hardware formats follow
        // below.
        unsafe codec.configure { unsafe $0.pix_fmt = settings.pictureFormat(for: name) }
        configure(codec, settings, size: size, options)
        var hardware: HardwareDevice?
        if name.hardware == .vaapi {
            let device = try HardwareDevice(vaapi: size)
            let frames = unsafe device.frames
            unsafe codec.configure { context in
                unsafe context.pix_fmt = AV_PIX_FMT_VAAPI
                unsafe context.hw_frames_ctx = av_buffer_ref(frames)
            }
            hardware = consume device
        }
        for (option, value) in options.options { try codec.setOption(option, value) }
        try codec.open()
        return OpenedEncoder(codec: codec, hardware: hardware, name: name, threads: threads)
    }

    private static func configure(
        _ codec: borrowing CodecContext, _ settings: VideoSettings, size: PixelSize, _ options: EncoderOptions
    ) {
        let rate = settings.frameRate
        unsafe codec.configure { context in
            unsafe context.width = CInt(size.width)
            unsafe context.height = CInt(size.height)
            // One time unit is one frame, so presentation times are exact.
            unsafe context.time_base = AVRational(num: CInt(rate.denominator), den: CInt(rate.numerator))
            unsafe context.framerate = AVRational(num: CInt(rate.numerator), den: CInt(rate.denominator))
            let aspect = settings.stream.pixelAspect
            unsafe context.sample_aspect_ratio = AVRational(num: CInt(aspect.width), den: CInt(aspect.height))
            unsafe context.gop_size = options.hasOnlyKeyframes ? 1 : CInt(settings.keyframeInterval)
            let colors = unsafe settings.hdr?.colors ?? VideoColors(of: context.pix_fmt)
            unsafe context.color_primaries = colors.primaries
            unsafe context.color_trc = colors.transfer
            unsafe context.colorspace = colors.matrix
            unsafe context.color_range = colors.range
            unsafe context.chroma_sample_location = colors.chroma
            // The container stores the parameter sets in its header or index, not in the
            // stream.
            unsafe context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            unsafe context.bit_rate = Int64(options.bitrate)
            unsafe context.thread_count = CInt(options.threads)
            unsafe context.rc_max_rate = Int64(options.maxBitrate)
            unsafe context.rc_min_rate = Int64(options.minBitrate)
            unsafe context.rc_buffer_size = CInt(clamping: options.bufferSize)
            if let level = options.level { unsafe context.level = level }
            if let slices = options.slices { unsafe context.slices = slices }
            if let quality = options.globalQuality { unsafe context.global_quality = quality }
            if options.hasConstantQuantizer { unsafe context.flags |= AV_CODEC_FLAG_QSCALE }
            if options.hasNoReordering { unsafe context.max_b_frames = 0 }
        }
    }

    /// Encodes one black picture.
    private consuming func encodePicture(_ settings: VideoSettings, size: PixelSize) throws(LibAVError) {
        let converter = try PixelConverter(
            frameSize: size, format: settings.pictureFormat(for: name), hardware: hardware)
        try codec.encodeOnlyPicture(PixelBuffer(size: size), with: converter)
    }
}

extension CodecContext {
    /// Encodes one picture, flushes the encoder and discards its output.
    func encodeOnlyPicture(_ picture: PixelBuffer, with converter: PixelConverter) throws(LibAVError) {
        try converter.convert(picture)
        try converter.send(to: self, at: 0)
        try sendEnd()
        let packet = try Packet()
        while case .output = try receive(into: packet) { packet.clear() }
    }
}

extension VideoSettings {
    /// Returns the pixel format to which frames are converted for an encoder.
    func pictureFormat(for encoder: VideoEncoderName) -> AVPixelFormat {
        // What drivers upload for 4:2:0.
        if encoder.hardware == .vaapi || encoder.hardware == .qsv { return AV_PIX_FMT_NV12 }
        let format = format(of: encoder)
        return hasAlpha ? format.libavWithAlpha ?? format.libav : format.libav
    }
}
