import CLibAV
import Frames
import LibAV

/// A video encoder that is ready, and what it was opened with.
struct OpenedEncoder: ~Copyable {
    /// The encoder.
    let codec: CodecContext
    /// Where pictures have to be, if not in the processor's memory.
    let hardware: HardwareDevice?
    /// Which one it is.
    let name: VideoEncoderName
    /// The most threads that it works with.
    let threads: Int

    /// Opens an encoder; one in hardware has encoded a picture before.
    ///
    /// - Parameter size: The video's, even.
    /// - Returns: Nothing if libavcodec was built without it.
    static func open(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> OpenedEncoder? {
        // Some drivers refuse only the first picture, when it is too late for
        // another encoder.
        if name.hardware != nil { try tryOut(name, settings, size: size) }
        return try make(name, settings, size: size)
    }

    /// Opens an encoder, encodes a picture and closes it.
    ///
    /// - Parameter size: The video's, even.
    /// - Returns: Whether libavcodec was built with it.
    @discardableResult
    static func tryOut(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> Bool {
        guard let trial = try make(name, settings, size: size) else { return false }
        try trial.encodePicture(size: size)
        return true
    }

    private static func make(
        _ name: VideoEncoderName, _ settings: VideoSettings, size: PixelSize
    ) throws(LibAVError) -> OpenedEncoder? {
        guard let codec = try CodecContext.encoder(named: name.rawValue) else { return nil }
        let threads = settings.threads ?? EncoderOptions.suitableThreads(for: name)
        let options = EncoderOptions(name, settings, threads: threads)
        // What is in hardware is told below, and keeps colours as YUV.
        codec.configure { $0.pix_fmt = name.pictureFormat(hasAlpha: settings.hasAlpha) }
        configure(codec, settings, size: size, options)
        var hardware: HardwareDevice?
        if name.hardware == .vaapi {
            let device = try HardwareDevice.vaapi(size: size)
            let frames = device.frames
            codec.configure { context in
                context.pix_fmt = AV_PIX_FMT_VAAPI
                context.hw_frames_ctx = av_buffer_ref(frames)
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
        codec.configure { context in
            context.width = CInt(size.width)
            context.height = CInt(size.height)
            // One unit of time is one frame, so that times are exact.
            context.time_base = AVRational(num: CInt(rate.denominator), den: CInt(rate.numerator))
            context.framerate = AVRational(num: CInt(rate.numerator), den: CInt(rate.denominator))
            context.sample_aspect_ratio = AVRational(num: 1, den: 1)
            context.gop_size = options.hasOnlyKeyframes ? 1 : CInt(settings.keyframeInterval)
            let colors = VideoColors(of: context.pix_fmt)
            context.color_primaries = colors.primaries
            context.color_trc = colors.transfer
            context.colorspace = colors.matrix
            context.color_range = colors.range
            context.chroma_sample_location = colors.chroma
            // The file keeps the parameter sets in front or in its index, not
            // in the stream.
            context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            context.bit_rate = Int64(options.bitrate)
            context.thread_count = CInt(options.threads)
            if let profile = options.profile { context.profile = profile }
            if let level = options.level { context.level = level }
            if let slices = options.slices { context.slices = slices }
            if let quality = options.globalQuality { context.global_quality = quality }
            if options.hasNoReordering { context.max_b_frames = 0 }
        }
    }

    /// Encodes a black picture, and throws what goes wrong.
    private consuming func encodePicture(size: PixelSize) throws(LibAVError) {
        let converter = try PixelConverter(
            frameSize: size, format: name.pictureFormat(hasAlpha: false), hardware: hardware)
        try codec.encodeOnlyPicture(PixelBuffer(size: size), with: converter)
    }
}

extension CodecContext {
    /// Encodes a picture and the end, and throws away what comes out.
    func encodeOnlyPicture(_ picture: PixelBuffer, with converter: PixelConverter) throws(LibAVError) {
        try converter.convert(picture)
        try converter.send(to: self, at: 0)
        try sendEnd()
        let packet = try Packet.allocate()
        while case .output = try receive(into: packet) { packet.clear() }
    }
}

extension VideoEncoderName {
    /// What the frames are converted to.
    func pictureFormat(hasAlpha: Bool) -> AVPixelFormat {
        switch (codec, hardware) {
        case (_, .vaapi): AV_PIX_FMT_NV12
        case (.prores, _): hasAlpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE
        case (.ffv1, _): hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0
        default: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P
        }
    }
}
