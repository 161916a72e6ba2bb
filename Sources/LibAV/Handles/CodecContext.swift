package import CLibAV
private import CSystemCalls
package import Files
package import Frames
import Glibc
import Synchronization

/// An encoder or a decoder; owns its C handle.
///
/// Use from one thread at a time.
@safe package struct CodecContext: ~Copyable {
    /// The C handle, for the other handle types only.
    package let raw: UnsafeMutablePointer<AVCodecContext>
    private let concealments = DamageCount()

    /// Allocates a codec's context, to be configured and opened.
    private init(_ codec: UnsafePointer<AVCodec>) throws(LibAVError) {
        unsafe raw = try checkAllocated("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    }

    deinit {
        unsafe Self.inTurn(raw.pointee.codec) {
            var raw: UnsafeMutablePointer<AVCodecContext>? = unsafe raw
            unsafe avcodec_free_context(&raw)
        }
    }

    private static let turn = Mutex(())

    /// Opens or closes a codec; SVT-AV1's are serialized.
    ///
    /// SVT-AV1 1.4.1 writes to freed memory if two encoders are opened and closed concurrently
    /// in a process. With 8 threads that each open one encoder after another, 7 of 38 runs
    /// crashed; serialized, none did.
    private static func inTurn<Output>(_ codec: UnsafePointer<AVCodec>?, _ body: () -> Output) -> Output {
        guard let name = unsafe codec?.pointee.name, unsafe strcmp(name, "libsvtav1") == 0 else { return body() }
        return turn.withLock { _ in body() }
    }

    /// Creates an encoder, to be configured and opened; `nil` if libav was built without it.
    package static func encoder(named name: String) throws(LibAVError) -> CodecContext? {
        guard let codec = unsafe avcodec_find_encoder_by_name(name) else { return nil }
        return try unsafe CodecContext(codec)
    }

    /// Creates an encoder of single pictures, to be opened.
    ///
    /// - Parameters:
    ///   - name: libavcodec's name of the encoder.
    ///   - picture: A picture of the size and format to encode.
    ///   - timeBase: The duration of one time unit, in seconds.
    /// - Throws: `ENOSYS` if libav was built without it.
    package static func encoder(
        named name: String, for picture: borrowing MediaFrame, timeBase: AVRational = AVRational(num: 1, den: 1)
    ) throws(LibAVError) -> CodecContext {
        guard let encoder = try encoder(named: name) else {
            throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_encoder_by_name")
        }
        unsafe encoder.raw.pointee.width = picture.raw.pointee.width
        unsafe encoder.raw.pointee.height = picture.raw.pointee.height
        unsafe encoder.raw.pointee.pix_fmt = AVPixelFormat(picture.raw.pointee.format)
        unsafe encoder.raw.pointee.time_base = timeBase
        unsafe encoder.raw.pointee.thread_count = 1
        return encoder
    }

    /// Creates a decoder with a stream's parameters, to be opened.
    private static func decoder(
        _ codec: UnsafePointer<AVCodec>, for stream: UnsafePointer<AVStream>
    ) throws(LibAVError) -> CodecContext {
        let context = try unsafe CodecContext(codec)
        try unsafe check(
            "avcodec_parameters_to_context", avcodec_parameters_to_context(context.raw, stream.pointee.codecpar))
        // "decoding set by user" (avcodec.h): skipped samples, such as the encoder's delay and
        // padding, are counted in this time base.
        unsafe context.raw.pointee.pkt_timebase = stream.pointee.time_base
        return context
    }

    /// Creates and opens a decoder for a stream; `nil` if libav has no such decoder.
    ///
    /// - Parameter stream: Valid only during the call; its demuxer owns it.
    package static func decoder(for stream: UnsafePointer<AVStream>) throws(LibAVError) -> CodecContext? {
        guard let parameters = unsafe stream.pointee.codecpar,
            let codec = unsafe preferredDecoder(of: parameters.pointee.codec_id)
                ?? avcodec_find_decoder(parameters.pointee.codec_id)
        else { return nil }
        let context = try unsafe decoder(codec, for: stream)
        try context.open()
        return context
    }

    /// Returns a decoder that is better than libavcodec's usual one; `nil` for most codecs.
    private static func preferredDecoder(of codec: AVCodecID) -> UnsafePointer<AVCodec>? {
        // FFmpeg 7.1's own decoder of Speex returns each sample of wideband twice.
        unsafe codec == AV_CODEC_ID_SPEEX ? avcodec_find_decoder_by_name("libspeex") : nil
    }

    /// Creates and opens a multithreaded decoder for a movie's pictures.
    ///
    /// - Parameters:
    ///   - stream: Valid only during the call; its demuxer owns it.
    ///   - mostPixels: The maximum number of pixels of a picture.
    ///   - threads: The number of threads (default: as many as the size of the pictures allows).
    /// - Returns: `nil` if libav has no decoder.
    package static func playbackDecoder(
        for stream: UnsafePointer<AVStream>, mostPixels: Int64, threads: Int? = nil
    ) throws(LibAVError) -> CodecContext? {
        guard let parameters = unsafe stream.pointee.codecpar,
            let codec = unsafe avcodec_find_decoder_by_name(nameForTransparency(of: stream))
                ?? avcodec_find_decoder(parameters.pointee.codec_id)
        else { return nil }
        let context = try unsafe decoder(codec, for: stream)
        unsafe context.raw.pointee.max_pixels = mostPixels
        unsafe context.raw.pointee.thread_count = threads.map(CInt.init) ?? playbackThreads(for: parameters)
        unsafe context.concealments.watch(context.raw)
        try context.open()
        return context
    }

    /// Gives memory back to the system that closed decoders have freed.
    ///
    /// Each of their threads leaves a heap behind, as large as the pictures that it has decoded.
    package static func giveBackMemory() { heap_give_back() }

    /// Returns the number of threads for a decoder of large pictures; 0, for one per processor and one more, for others.
    ///
    /// Each thread decodes another picture (avcodec.h, FF_THREAD_FRAME). Theora has one thread: with more, FFmpeg 9
    /// sometimes decodes a picture before those that it refers to.
    private static func playbackThreads(for parameters: UnsafePointer<AVCodecParameters>) -> CInt {
        let codec = unsafe parameters.pointee.codec_id
        guard ![AV_CODEC_ID_THEORA, AV_CODEC_ID_VP3, AV_CODEC_ID_VP4].contains(codec) else { return 1 }
        let (width, height) = unsafe (parameters.pointee.width, parameters.pointee.height)
        let bytes = unsafe Int(
            av_image_get_buffer_size(AVPixelFormat(parameters.pointee.format), width, height, 32))
        let most = max(2, mostThreadBytes / max(1, bytes))
        return most > Int(av_cpu_count()) ? 0 : CInt(most)
    }

    /// The most memory for the pictures that a movie's threads decode at once, in bytes: two of 3840x2160 in 8-bit 4:2:0.
    private static let mostThreadBytes = 36_000_000

    /// Returns the decoder that keeps a WebM file's alpha, which libavcodec's own drops.
    ///
    /// Empty for other streams.
    private static func nameForTransparency(of stream: UnsafePointer<AVStream>) -> String {
        guard
            unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0).map({ unsafe $0.pointee.value[0] }) == 49
        else {
            return ""
        }
        switch unsafe stream.pointee.codecpar?.pointee.codec_id {
        case AV_CODEC_ID_VP8: return "libvpx"
        case AV_CODEC_ID_VP9: return "libvpx-vp9"
        default: return ""
        }
    }

    /// Creates a decoder, to be configured and opened.
    ///
    /// - Throws: `ENOSYS` if libav was built without it.
    package static func decoder(named name: String) throws(LibAVError) -> CodecContext {
        guard let codec = unsafe avcodec_find_decoder_by_name(name) else {
            throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_decoder_by_name")
        }
        return try unsafe CodecContext(codec)
    }

    /// Passes the C structure to a closure that configures it, before ``open()``.
    package func configure(_ body: (inout AVCodecContext) -> Void) { unsafe body(&raw.pointee) }

    /// Sets one of the codec's private options.
    package func setOption(_ name: String, _ value: String) throws(LibAVError) {
        try check("av_opt_set(\(name))", unsafe av_opt_set(raw.pointee.priv_data, name, value, 0))
    }

    /// Opens the encoder or decoder.
    package func open() throws(LibAVError) {
        try unsafe check("avcodec_open2", Self.inTurn(raw.pointee.codec) { unsafe avcodec_open2(raw, nil, nil) })
    }

    /// The duration of one time unit, in seconds.
    package var timeBase: AVRational { unsafe raw.pointee.time_base }

    /// Samples per frame that an audio encoder expects.
    package var frameSize: Int { unsafe Int(raw.pointee.frame_size) }

    /// The codec's name, such as `aac`.
    package var name: String { unsafe raw.pointee.codec.map { unsafe String(cString: $0.pointee.name) } ?? "" }
}

// MARK: - Encoding

extension CodecContext {
    /// Sends a frame to an encoder.
    ///
    /// The encoder must have been drained before, so that it has room.
    package func send(_ frame: borrowing MediaFrame) throws(LibAVError) {
        try unsafe check("avcodec_send_frame", avcodec_send_frame(raw, frame.raw))
    }

    /// Tells an encoder that no frame follows.
    package func sendEnd() throws(LibAVError) {
        try unsafe check("avcodec_send_frame", avcodec_send_frame(raw, nil))
    }

    /// Receives the next packet from an encoder.
    package func receive(into packet: borrowing Packet) throws(LibAVError) -> Drain {
        try unsafe drain("avcodec_receive_packet", avcodec_receive_packet(raw, packet.raw))
    }
}

// MARK: - Decoding

extension CodecContext {
    /// Sends a packet to a decoder.
    ///
    /// - Returns: `false` if the packet is damaged; it is then skipped, as players do.
    package func decode(_ packet: borrowing Packet) throws(LibAVError) -> Bool {
        let code = unsafe avcodec_send_packet(raw, packet.raw)
        guard code < 0 else { return true }
        if code == recorder_averror(ENOMEM) { throw LibAVError(code: code, function: "avcodec_send_packet") }
        LibAVLog.shared.forget()
        return false
    }

    /// Whether damage was concealed in pictures, whose flags need not say so, because several threads decode them.
    package var hasHiddenDamage: Bool { unsafe raw.pointee.thread_count > 1 && concealments.value > 0 }

    /// Creates and opens a decoder with one thread in place of this one.
    ///
    /// - Returns: `nil` if libav has no decoder.
    package func withOneThread(for stream: UnsafePointer<AVStream>) throws(LibAVError) -> CodecContext? {
        try unsafe Self.playbackDecoder(for: stream, mostPixels: raw.pointee.max_pixels, threads: 1)
    }

    /// Resets a decoder after seeking.
    package func flush() { unsafe avcodec_flush_buffers(raw) }

    /// Tells a decoder that no packet follows.
    package func decodeEnd() { unsafe avcodec_send_packet(raw, nil) }

    /// Receives the next frame from a decoder, skipping damaged data as players do.
    package func receiveTolerantly(into frame: borrowing MediaFrame) throws(LibAVError) -> Drain {
        let code = unsafe avcodec_receive_frame(raw, frame.raw)
        if code == recorder_averror_invalid_data() {
            LibAVLog.shared.forget()
            return .damaged
        }
        return try drain("avcodec_receive_frame", code)
    }

    private func drain(_ function: String, _ code: CInt) throws(LibAVError) -> Drain {
        if code == recorder_averror(EAGAIN) { return .needsInput }
        if code == recorder_averror_eof() { return .finished }
        try check(function, code)
        return .output
    }
}

extension CodecContext {
    /// Receives all packets that an encoder has ready.
    ///
    /// - Parameters:
    ///   - packet: Reused for each packet.
    ///   - packetDuration: The duration of packets without one, in the encoder's time base;
    ///     otherwise the last frame would have no duration.
    ///   - write: Called with each packet, which is valid only during the call.
    package func drain(
        _ packet: borrowing Packet, packetDuration: Int,
        _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        while true {
            guard case .output = try attempt("The encoder '\(name)'", receive(into: packet)) else { return }
            defer { packet.clear() }
            if unsafe packet.raw.pointee.duration == 0 { unsafe packet.raw.pointee.duration = Int64(packetDuration) }
            try write(packet)
        }
    }
}

/// The result of receiving from an encoder or decoder.
package enum Drain {
    /// Output was received; more may follow.
    case output
    /// Damaged data was skipped; output may follow.
    case damaged
    /// No output until more input is sent.
    case needsInput
    /// No more output will follow.
    case finished
}

/// A hardware encoder's device and its pool of frames; owns both C handles.
///
/// Use from one thread at a time.
@safe package struct HardwareDevice: ~Copyable {
    private let device: UnsafeMutablePointer<AVBufferRef>
    /// The frame pool; an encoder takes its own reference to it.
    package let frames: UnsafeMutablePointer<AVBufferRef>

    private init(device: UnsafeMutablePointer<AVBufferRef>, frames: UnsafeMutablePointer<AVBufferRef>) {
        unsafe (self.device, self.frames) = (device, frames)
    }

    /// Opens the first VAAPI device for NV12 pictures of one even size.
    package init(vaapi size: PixelSize) throws(LibAVError) {
        var buffer: UnsafeMutablePointer<AVBufferRef>?
        try unsafe check(
            "av_hwdevice_ctx_create", av_hwdevice_ctx_create(&buffer, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0))
        let device = try unsafe checkAllocated("av_hwdevice_ctx_create", buffer)
        guard let frames = unsafe av_hwframe_ctx_alloc(device) else {
            unsafe av_buffer_unref(&buffer)
            throw LibAVError(code: recorder_averror(ENOMEM), function: "av_hwframe_ctx_alloc")
        }
        let opened = unsafe HardwareDevice(device: device, frames: frames)
        unsafe frames.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { context in
            unsafe context.pointee.format = AV_PIX_FMT_VAAPI
            unsafe context.pointee.sw_format = AV_PIX_FMT_NV12
            unsafe context.pointee.width = CInt(size.width)
            unsafe context.pointee.height = CInt(size.height)
            // Enough for the frames that the encoder holds back and the one being filled.
            unsafe context.pointee.initial_pool_size = 20
        }
        try unsafe check("av_hwframe_ctx_init", av_hwframe_ctx_init(frames))
        self = opened
    }

    deinit {
        var frames: UnsafeMutablePointer<AVBufferRef>? = unsafe frames
        unsafe av_buffer_unref(&frames)
        var device: UnsafeMutablePointer<AVBufferRef>? = unsafe device
        unsafe av_buffer_unref(&device)
    }

    /// Uploads a picture to the device's memory.
    package func upload(_ picture: borrowing MediaFrame) throws(LibAVError) -> MediaFrame {
        let uploaded = try MediaFrame()
        try unsafe check("av_hwframe_get_buffer", av_hwframe_get_buffer(frames, uploaded.raw, 0))
        try unsafe check("av_hwframe_transfer_data", av_hwframe_transfer_data(uploaded.raw, picture.raw, 0))
        try unsafe check("av_frame_copy_props", av_frame_copy_props(uploaded.raw, picture.raw))
        return uploaded
    }
}
