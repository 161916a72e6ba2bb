import CLibAV
package import LibAV

/// Encodes JPEG files for posters.
package enum JPEGEncoder {
    /// Encodes a picture that a ``Scaler`` has converted.
    ///
    /// - Parameters:
    ///   - picture: The picture, in full-range YUV 4:2:0.
    ///   - quality: mjpeg's quantizer scale, from 1 (best) to 31.
    /// - Returns: The JPEG file; empty if the encoder returned no packet.
    package static func encode(_ picture: borrowing MediaFrame, quality: CInt) throws(LibAVError) -> [UInt8] {
        guard let encoder = try CodecContext.encoder(named: "mjpeg") else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_encoder_by_name")
        }
        let (width, height) = unsafe (picture.raw.pointee.width, picture.raw.pointee.height)
        unsafe encoder.configure { context in
            unsafe context.width = width
            unsafe context.height = height
            unsafe context.pix_fmt = AV_PIX_FMT_YUVJ420P
            unsafe context.color_range = AVCOL_RANGE_JPEG
            unsafe context.time_base = AVRational(num: 1, den: 1)
            unsafe context.thread_count = 1
            // Keeps libavcodec's version out of the file.
            unsafe context.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
            unsafe context.global_quality = quality * FF_QP2LAMBDA
        }
        try encoder.open()
        unsafe picture.raw.pointee.quality = quality * FF_QP2LAMBDA
        picture.setPresentationTime(0)
        try encoder.send(picture)
        try encoder.sendEnd()
        let packet = try Packet.allocate()
        guard try encoder.receive(into: packet) == .output else { return [] }
        return packet.bytes
    }
}
