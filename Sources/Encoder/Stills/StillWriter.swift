import CLibAV
public import Files
public import Frames
import LibAV

/// Writes pictures as files; PNG by default.
public enum StillWriter {
    /// Writes a picture as a PNG file, which appears whole or not at all.
    ///
    /// - Parameters:
    ///   - pixels: The picture.
    ///   - path: The file.
    ///   - overwrite: Whether an existing file may be replaced.
    /// - Returns: The file's length in bytes.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` or ``FileError/Code/cannotWriteOutput``;
    ///   an existing file is then unchanged.
    @discardableResult
    public static func write(_ pixels: PixelBuffer, to path: String, overwrite: Bool) throws(FileError) -> Int {
        let bytes = try encoded(pixels)
        try write(encoded: bytes, to: path, overwrite: overwrite)
        return bytes.count
    }

    /// Writes an encoded picture, which appears whole or not at all.
    ///
    /// - Parameters:
    ///   - bytes: The encoded file.
    ///   - path: The file.
    ///   - overwrite: Whether an existing file may be replaced.
    /// - Throws: The errors of ``write(_:to:overwrite:)``.
    public static func write(encoded bytes: [UInt8], to path: String, overwrite: Bool) throws(FileError) {
        let file = try OutputFile(path: path, overwrite: overwrite, content: .picture)
        do throws(FileError) {
            try file.write(bytes)
            try file.commit()
        } catch {
            file.discard()
            throw error
        }
    }

    /// Encodes a picture; equal pixels give equal bytes.
    ///
    /// - Throws: ``FileError/Code/missingComponent`` if libavcodec lacks the encoder,
    ///   ``FileError/Code/internalFailure`` if encoding fails.
    public static func encoded(_ pixels: PixelBuffer, as format: StillFormat) throws(FileError) -> [UInt8] {
        try FFmpeg.load()
        do throws(LibAVError) {
            switch format {
            case .png: break
            case .jpeg: return try StillEncoder.jpeg(pixels)
            case .webp: return try StillEncoder.webP(pixels)
            }
        } catch  where error.isPOSIX(ENOSYS) {
            throw FFmpeg.missing("encoder for .\(format.rawValue) files")
        } catch {
            throw .failure("The encoder “\(format.encoder)”", error)
        }
        return try encoded(pixels)
    }

    /// Encodes a picture as PNG; equal pixels give equal bytes.
    ///
    /// The colors are sRGB, as the page's are, with straight alpha.
    ///
    /// - Throws: ``FileError/Code/internalFailure`` if encoding fails.
    public static func encoded(_ pixels: PixelBuffer) throws(FileError) -> [UInt8] {
        try FFmpeg.load()
        do throws(LibAVError) {
            guard let encoder = try CodecContext.encoder(named: "png") else {
                throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_encoder_by_name")
            }
            let format = pixels.hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24
            unsafe encoder.configure { context in
                unsafe context.width = CInt(pixels.size.width)
                unsafe context.height = CInt(pixels.size.height)
                unsafe context.pix_fmt = format
                unsafe context.time_base = AVRational(num: 1, den: 1)
                unsafe context.thread_count = 1
            }
            // Chooses the best predictor for each row.
            try encoder.setOption("pred", "mixed")
            try encoder.open()
            let picture = try MediaFrame.picture(size: pixels.size, format: format)
            unsafe picture.raw.pointee.color_primaries = AVCOL_PRI_BT709
            unsafe picture.raw.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
            StillPixels.pack(pixels, into: picture)
            try encoder.send(picture)
            try encoder.sendEnd()
            let packet = try Packet.allocate()
            guard case .output = try encoder.receive(into: packet) else {
                throw LibAVError(code: recorder_averror(EAGAIN), function: "avcodec_receive_packet")
            }
            return packet.bytes
        } catch {
            throw .failure("The encoder “png”", error)
        }
    }
}
