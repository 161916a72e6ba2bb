import CLibAV
import Composition
public import Files
public import Frames
package import LibAV

/// The file format of a picture.
public enum StillFormat: String, Sendable, CaseIterable {
    /// Lossless, with transparency.
    case png
    /// Slightly lossy and smaller; transparent areas become white.
    case jpeg
    /// Slightly lossy and smaller still, with transparency.
    case webp

    /// The supported file name extensions, as text for messages.
    public static let fileNames = ".png, .jpg, .jpeg or .webp"

    /// Chooses the format by a file name's extension; `nil` if unsupported.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".jpg") {
            self = .jpeg
        } else if let known = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) {
            self = known
        } else {
            return nil
        }
    }

    /// The name of libavcodec's encoder.
    var encoder: String {
        switch self {
        case .png: "png"
        case .jpeg: "mjpeg"
        case .webp: "libwebp"
        }
    }
}

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
    public static func encoded(_ pixels: PixelBuffer, as format: StillFormat = .png) throws(FileError) -> [UInt8] {
        try FFmpeg.load()
        do throws(LibAVError) {
            switch format {
            case .png: return try StillEncoder.png(pixels)
            case .jpeg: return try StillEncoder.jpeg(pixels)
            case .webp: return try StillEncoder.webP(pixels)
            }
        } catch  where error.isPOSIX(ENOSYS) {
            throw FFmpeg.missing("encoder for .\(format.rawValue) files")
        } catch {
            throw .failure("The encoder '\(format.encoder)'", error)
        }
    }
}

/// Encodes pictures as PNG, JPEG and WebP.
package enum StillEncoder {
    /// mjpeg's quantizer scale for stills, from 1 (best) to 31.
    private static let jpegQuality: CInt = 2
    /// libwebp's quality, from 0 to 100 (best).
    private static let webPQuality = "90"

    /// Encodes a PNG file: sRGB, as the page's colors are, with straight alpha.
    static func png(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
        let picture = try picture(pixels, isWebP: false)
        let encoder = try CodecContext.encoder(named: StillFormat.png.encoder, for: picture)
        // Chooses the best predictor for each row.
        try encoder.setOption("pred", "mixed")
        return try encoded(picture, by: encoder)
    }

    /// Converts pixels to what the encoders of PNG and APNG, or of WebP take, with straight alpha.
    static func picture(_ pixels: PixelBuffer, isWebP: Bool) throws(LibAVError) -> MediaFrame {
        if isWebP {
            let picture = try MediaFrame(size: pixels.size, format: AV_PIX_FMT_BGRA)
            picture.fill(from: pixels)
            if !pixels.hasAlpha { picture.makeOpaque() }
            return picture
        }
        let format = pixels.hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24
        let picture = try MediaFrame(size: pixels.size, format: format)
        unsafe picture.raw.pointee.color_primaries = AVCOL_PRI_BT709
        unsafe picture.raw.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
        let straight = try MediaFrame(size: pixels.size, format: pixels.hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0)
        straight.fill(from: pixels)
        try Scaler(reordering: pixels.size, hasAlpha: pixels.hasAlpha, to: format).convert(straight, into: picture)
        return picture
    }

    /// Encodes a JPEG file: full-range YUV 4:4:4 with BT.601's matrix coefficients (JFIF 1.02).
    ///
    /// Without chroma subsampling, text on a colored background stays sharp.
    package static func jpeg(_ pixels: PixelBuffer) throws(LibAVError) -> [UInt8] {
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
        let picture = try picture(pixels, isWebP: true)
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
