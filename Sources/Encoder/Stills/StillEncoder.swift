import CLibAV
import Frames
import LibAV

/// Encodes pictures as JPEG and WebP, at visually lossless quality.
enum StillEncoder {
    /// mjpeg's quantizer scale, from 1 (best) to 31.
    private static let jpegQuality: CInt = 2
    /// libwebp's quality, from 0 to 100 (best).
    private static let webPQuality = "90"

    /// Encodes a JPEG file: full-range YUV 4:4:4 with BT.601's matrix coefficients (JFIF 1.02).
    ///
    /// Without chroma subsampling, text on a colored background stays sharp.
    static func jpeg(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let encoder = try unsafe encoder(for: .jpeg, size: pixels.size) { context in
            unsafe context.pix_fmt = AV_PIX_FMT_YUVJ444P
            unsafe context.color_range = AVCOL_RANGE_JPEG
            unsafe context.flags |= AV_CODEC_FLAG_QSCALE
            unsafe context.global_quality = jpegQuality * FF_QP2LAMBDA
        }
        try encoder.open()
        let picture = try MediaFrame.picture(size: pixels.size, format: AV_PIX_FMT_YUVJ444P)
        unsafe picture.raw.pointee.color_range = AVCOL_RANGE_JPEG
        unsafe picture.raw.pointee.quality = jpegQuality * FF_QP2LAMBDA
        try Scaler(toJPEG: pixels.size).convert(onWhite(pixels), into: picture)
        return try encoded(picture, by: encoder)
    }

    /// Encodes a WebP file.
    static func webP(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let encoder = try unsafe encoder(for: .webp, size: pixels.size) { unsafe $0.pix_fmt = AV_PIX_FMT_BGRA }
        try encoder.setOption("quality", webPQuality)
        try encoder.open()
        let picture = try MediaFrame.picture(size: pixels.size, format: AV_PIX_FMT_BGRA)
        picture.fill(from: pixels)
        if !pixels.hasAlpha { picture.makeOpaque() }
        return try encoded(picture, by: encoder)
    }

    /// Composites a picture over white.
    private static func onWhite(_ pixels: PixelBuffer) -> PixelBuffer {
        guard pixels.hasAlpha else { return pixels }
        let opaque = PixelBuffer(size: pixels.size)
        unsafe opaque.withMutableBytes { _ = unsafe $0.initializeMemory(as: UInt8.self, repeating: 255) }
        ContactSheet.put(pixels, on: opaque, middle: pixels.size.width / 2, top: 0)
        return opaque
    }

    /// Finds a format's encoder and configures it.
    private static func encoder(
        for format: StillFormat, size: PixelSize, _ configure: (inout AVCodecContext) -> Void
    ) throws(LibAVError) -> CodecContext {
        guard let encoder = try CodecContext.encoder(named: format.encoder) else {
            throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_encoder_by_name")
        }
        unsafe encoder.configure { context in
            unsafe context.width = CInt(size.width)
            unsafe context.height = CInt(size.height)
            unsafe context.time_base = AVRational(num: 1, den: 1)
            unsafe context.thread_count = 1
            unsafe configure(&context)
        }
        return encoder
    }

    private static func encoded(
        _ picture: borrowing MediaFrame, by encoder: borrowing CodecContext
    ) throws(LibAVError) -> [UInt8] {
        picture.setPresentationTime(0)
        try encoder.send(picture)
        try encoder.sendEnd()
        let packet = try Packet.allocate()
        guard case .output = try encoder.receive(into: packet) else {
            throw LibAVError(code: recorder_averror(EAGAIN), function: "avcodec_receive_packet")
        }
        return packet.bytes
    }
}
