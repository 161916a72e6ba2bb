import CLibAV
import Composition
import Frames
package import LibAV

/// Encodes pictures as PNG, JPEG and WebP.
package enum StillEncoder {
    /// mjpeg's quantizer scale for stills, from 1 (best) to 31.
    private static let jpegQuality: CInt = 2
    /// libwebp's quality, from 0 to 100 (best).
    private static let webPQuality = "90"

    /// Encodes a PNG file: sRGB, as the page's colors are, with straight alpha.
    static func png(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let picture = try MediaFrame(
            size: pixels.size, format: pixels.hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24)
        unsafe picture.raw.pointee.color_primaries = AVCOL_PRI_BT709
        unsafe picture.raw.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
        StillPixels.pack(pixels, into: picture)
        let encoder = try CodecContext.encoder(named: StillFormat.png.encoder, for: picture)
        // Chooses the best predictor for each row.
        try encoder.setOption("pred", "mixed")
        return try encoded(picture, by: encoder)
    }

    /// Encodes a JPEG file: full-range YUV 4:4:4 with BT.601's matrix coefficients (JFIF 1.02).
    ///
    /// Without chroma subsampling, text on a colored background stays sharp.
    static func jpeg(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let picture = try MediaFrame(size: pixels.size, format: AV_PIX_FMT_YUVJ444P)
        unsafe picture.raw.pointee.color_range = AVCOL_RANGE_JPEG
        try Scaler(toJPEG: pixels.size).convert(onWhite(pixels), into: picture)
        return try jpeg(picture, quality: jpegQuality)
    }

    /// Encodes a JPEG file from a picture that a ``Scaler`` has converted.
    ///
    /// - Parameters:
    ///   - picture: The picture, in full-range YUV.
    ///   - quality: mjpeg's quantizer scale, from 1 (best) to 31.
    package static func jpeg(_ picture: borrowing MediaFrame, quality: CInt) throws(LibAVError) -> [UInt8] {
        let encoder = try CodecContext.encoder(named: StillFormat.jpeg.encoder, for: picture)
        unsafe encoder.configure { context in
            unsafe context.color_range = AVCOL_RANGE_JPEG
            // Keeps libavcodec's version out of the file.
            unsafe context.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
            unsafe context.global_quality = quality * FF_QP2LAMBDA
        }
        unsafe picture.raw.pointee.quality = quality * FF_QP2LAMBDA
        return try encoded(picture, by: encoder)
    }

    /// Encodes a WebP file.
    static func webP(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let picture = try MediaFrame(size: pixels.size, format: AV_PIX_FMT_BGRA)
        picture.fill(from: pixels)
        if !pixels.hasAlpha { picture.makeOpaque() }
        let encoder = try CodecContext.encoder(named: StillFormat.webp.encoder, for: picture)
        try encoder.setOption("quality", webPQuality)
        return try encoded(picture, by: encoder)
    }

    /// Composites a picture over white.
    private static func onWhite(_ pixels: PixelBuffer) -> PixelBuffer {
        guard pixels.hasAlpha else { return pixels }
        let opaque = PixelBuffer(size: pixels.size)
        let canvas = Canvas(opaque)
        canvas.fill(.white)
        canvas.draw(pixels, x: 0, y: 0)
        return opaque
    }

    private static func encoded(
        _ picture: borrowing MediaFrame, by encoder: borrowing CodecContext
    ) throws(LibAVError) -> [UInt8] {
        try encoder.open()
        picture.setPresentationTime(0)
        try encoder.send(picture)
        try encoder.sendEnd()
        let packet = try Packet()
        guard case .output = try encoder.receive(into: packet) else {
            throw LibAVError(code: recorder_averror(EAGAIN), function: "avcodec_receive_packet")
        }
        return packet.bytes
    }
}
