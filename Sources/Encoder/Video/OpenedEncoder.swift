import CLibAV
import Frames
import LibAV

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
            let colors = unsafe VideoColors(of: context.pix_fmt)
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
        if encoder.hardware == .vaapi { return AV_PIX_FMT_NV12 }
        let format = fit.format(of: encoder)
        return hasAlpha ? format.libavWithAlpha ?? format.libav : format.libav
    }
}
