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
