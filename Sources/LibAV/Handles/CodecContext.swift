package import CLibAV
import Glibc
import Synchronization

/// An encoder or a decoder; owns its C handle.
///
/// Used by one thread at a time.
package struct CodecContext: ~Copyable {
    /// For the other handle types only.
    package let raw: UnsafeMutablePointer<AVCodecContext>

    private init(owning raw: UnsafeMutablePointer<AVCodecContext>) { self.raw = raw }

    deinit {
        Self.inTurn(raw.pointee.codec) {
            var raw: UnsafeMutablePointer<AVCodecContext>? = raw
            avcodec_free_context(&raw)
        }
    }

    private static let turn = Mutex(())

    /// Opens or closes a codec, SVT-AV1's one at a time.
    ///
    /// Its version 1.4.1 writes to memory that it has freed when two of its
    /// encoders are opened and closed at once in a process: of 38 runs of 8
    /// threads with one encoder after the other 7 ended so, in turn none.
    private static func inTurn<Output>(_ codec: UnsafePointer<AVCodec>?, _ body: () -> Output) -> Output {
        guard let name = codec?.pointee.name, strcmp(name, "libsvtav1") == 0 else { return body() }
        return turn.withLock { _ in body() }
    }

    /// Makes an encoder that is yet to be configured and opened, or nothing
    /// if libav was built without it.
    package static func encoder(named name: String) throws(LibAVError) -> CodecContext? {
        guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
        return CodecContext(owning: try checkAllocated("avcodec_alloc_context3", avcodec_alloc_context3(codec)))
    }

    /// Makes and opens a decoder for a stream, or nothing if libav has none.
    ///
    /// - Parameter stream: Lent by its demuxer for the time of the call.
    package static func decoder(for stream: UnsafePointer<AVStream>) throws(LibAVError) -> CodecContext? {
        guard let parameters = stream.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else { return nil }
        let context = CodecContext(
            owning: try checkAllocated("avcodec_alloc_context3", avcodec_alloc_context3(codec)))
        try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context.raw, parameters))
        // "decoding set by user" (avcodec.h): the times of samples that are
        // passed over, the encoder's delay and padding, are counted in it.
        context.raw.pointee.pkt_timebase = stream.pointee.time_base
        try context.open()
        return context
    }

    /// Makes and opens a decoder of a movie's pictures on as many threads as
    /// there are processors, or nothing if libav has none.
    ///
    /// - Parameters:
    ///   - stream: Lent by its demuxer for the time of the call.
    ///   - mostPixels: The most that a picture may have.
    package static func playbackDecoder(
        for stream: UnsafePointer<AVStream>, mostPixels: Int64
    ) throws(LibAVError) -> CodecContext? {
        guard let parameters = stream.pointee.codecpar,
            let codec = avcodec_find_decoder_by_name(nameForTransparency(of: stream))
                ?? avcodec_find_decoder(parameters.pointee.codec_id)
        else { return nil }
        let context = CodecContext(
            owning: try checkAllocated("avcodec_alloc_context3", avcodec_alloc_context3(codec)))
        try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context.raw, parameters))
        context.raw.pointee.pkt_timebase = stream.pointee.time_base
        context.raw.pointee.max_pixels = mostPixels
        // 0 is one for each processor and one more (avcodec.h, thread_count).
        context.raw.pointee.thread_count = 0
        try context.open()
        return context
    }

    /// The decoder that sees a WebM file's transparency, which libavcodec's
    /// own leaves out; an empty name for others.
    private static func nameForTransparency(of stream: UnsafePointer<AVStream>) -> String {
        guard av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0).map({ $0.pointee.value[0] }) == 49 else {
            return ""
        }
        switch stream.pointee.codecpar?.pointee.codec_id {
        case AV_CODEC_ID_VP8: return "libvpx"
        case AV_CODEC_ID_VP9: return "libvpx-vp9"
        default: return ""
        }
    }

    /// Makes a decoder that is yet to be configured and opened, or nothing if
    /// libav was built without it.
    package static func decoder(named name: String) throws(LibAVError) -> CodecContext? {
        guard let codec = avcodec_find_decoder_by_name(name) else { return nil }
        return CodecContext(owning: try checkAllocated("avcodec_alloc_context3", avcodec_alloc_context3(codec)))
    }

    /// Lends the C structure to be configured before it is opened.
    package func configure(_ body: (inout AVCodecContext) -> Void) { body(&raw.pointee) }

    /// Sets one of the encoder's own options.
    package func setOption(_ name: String, _ value: String) throws(LibAVError) {
        try check("av_opt_set(\(name))", av_opt_set(raw.pointee.priv_data, name, value, 0))
    }

    /// Starts the encoder or decoder.
    package func open() throws(LibAVError) {
        try check("avcodec_open2", Self.inTurn(raw.pointee.codec) { avcodec_open2(raw, nil, nil) })
    }

    /// What one unit of time is, as the encoder counts it.
    package var timeBase: AVRational { raw.pointee.time_base }

    /// How many samples an encoder of sound wants at a time.
    package var frameSize: Int { Int(raw.pointee.frame_size) }

    /// The format of the pictures that an encoder of video reads.
    package var pixelFormat: AVPixelFormat { raw.pointee.pix_fmt }

    /// The encoder's or decoder's name, as `aac`.
    package var name: String { raw.pointee.codec.map { String(cString: $0.pointee.name) } ?? "" }
}

// MARK: - Encoding

extension CodecContext {
    /// Gives an encoder something to encode.
    ///
    /// The encoder must have been drained before, so that it has room.
    package func send(_ frame: borrowing MediaFrame) throws(LibAVError) {
        try check("avcodec_send_frame", avcodec_send_frame(raw, frame.raw))
    }

    /// Tells an encoder that nothing follows.
    package func sendEnd() throws(LibAVError) {
        try check("avcodec_send_frame", avcodec_send_frame(raw, nil))
    }

    /// Takes the next packet out of an encoder.
    package func receive(into packet: borrowing Packet) throws(LibAVError) -> Drain {
        try drain("avcodec_receive_packet", avcodec_receive_packet(raw, packet.raw))
    }
}

// MARK: - Decoding

extension CodecContext {
    /// Gives a decoder a packet.
    ///
    /// - Returns: Whether the packet was sound; a damaged one is skipped, as
    ///   players do.
    package func decode(_ packet: borrowing Packet) throws(LibAVError) -> Bool {
        let code = avcodec_send_packet(raw, packet.raw)
        guard code < 0 else { return true }
        if code == recorder_averror(ENOMEM) { throw LibAVError(code: code, function: "avcodec_send_packet") }
        LibAVLog.shared.forget()
        return false
    }

    /// Has a decoder forget what it was given, before the file goes on
    /// elsewhere.
    package func flush() { avcodec_flush_buffers(raw) }

    /// Tells a decoder that no packet follows.
    package func decodeEnd() { avcodec_send_packet(raw, nil) }

    /// Takes the next frame out of a decoder; damage is passed over, as
    /// players do.
    package func receiveTolerantly(into frame: borrowing MediaFrame) throws(LibAVError) -> Drain {
        let code = avcodec_receive_frame(raw, frame.raw)
        if code == recorder_averror_invalid_data() {
            LibAVLog.shared.forget()
            return .needsInput
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
