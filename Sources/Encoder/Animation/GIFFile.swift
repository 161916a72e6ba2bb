import CLibAV
import Files
import Frames
import LibAV

/// Encodes and writes one GIF file.
///
/// The file is removed unless ``finish()`` succeeds. Times are in hundredths of a second, the
/// unit of the format.
final class GIFFile {
    private let output: OutputFormat
    private let encoder: CodecContext
    private let picture: MediaFrame
    private let packet: Packet
    private let palette: [UInt32]

    /// Creates the file, which must not exist.
    ///
    /// - Parameters:
    ///   - place: The file.
    ///   - size: Width and height of every frame.
    ///   - palette: At most 255 colors, each `0x00RRGGBB`; the remaining entries are
    ///     transparent.
    ///   - lastDelay: How long the last frame is shown, in hundredths of a second.
    init(creating place: OutputPlace, size: PixelSize, palette: [UInt32], lastDelay: Int) throws(FileError) {
        self.palette = palette
        output = try OutputFormat(creating: place, muxer: "gif", content: .picture)
        do throws(LibAVError) {
            packet = try Packet()
            picture = try MediaFrame(size: size, format: AV_PIX_FMT_PAL8)
            encoder = try CodecContext.encoder(named: "gif", for: picture, timeBase: AVRational(num: 1, den: 100))
            try encoder.open()
            _ = try unsafe output.addStream(for: encoder)
        } catch {
            throw .failure("Preparing a GIF", error)
        }
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        // 0 repeats forever in the NETSCAPE2.0 extension.
        unsafe av_dict_set(&options, "loop", "0", 0)
        unsafe av_dict_set_int(&options, "final_delay", Int64(lastDelay), 0)
        try unsafe output.writing("avformat_write_header", avformat_write_header(output.raw, &options))
    }

    /// Writes the next frame.
    ///
    /// - Parameters:
    ///   - pixels: The frame's picture.
    ///   - isNew: Whether it differs from the previous frame.
    ///   - time: When it is shown, in hundredths of a second.
    ///   - map: Maps the pixels to the palette.
    func append(_ pixels: PixelBuffer, isNew: Bool, at time: Int, map: inout PaletteMap) throws(FileError) {
        do throws(LibAVError) {
            // The encoder keeps the previous picture for comparison.
            try picture.makeWritable()
            if isNew, let target = unsafe picture.raw.pointee.data.0 {
                unsafe map.map(pixels, into: target, stride: Int(picture.raw.pointee.linesize.0))
            }
            picture.fillPalette(palette)
            picture.setPresentationTime(time)
            try encoder.send(picture)
        } catch {
            throw .failure("Encoding a frame of a GIF", error)
        }
        try drain()
    }

    /// Completes the file.
    ///
    /// - Returns: The file's length in bytes.
    func finish() throws(FileError) -> Int {
        try attempt("Encoding the end of a GIF", encoder.sendEnd())
        try drain()
        try output.finish()
        return try output.keep()
    }

    private func drain() throws(FileError) {
        try encoder.drain(packet, packetDuration: 1) { packet throws(FileError) in
            unsafe packet.raw.pointee.stream_index = 0
            try unsafe output.writing("av_write_frame", av_write_frame(output.raw, packet.raw))
        }
    }
}

extension MediaFrame {
    /// Sets the palette; unused entries are transparent.
    fileprivate func fillPalette(_ palette: [UInt32]) {
        guard let target = unsafe raw.pointee.data.1 else { return }
        // "stored as native-endian RGB32 with alpha" (pixfmt.h).
        unsafe target.withMemoryRebound(to: UInt32.self, capacity: 256) { entries in
            for index in 0..<256 { unsafe entries[index] = index < palette.count ? 0xff00_0000 | palette[index] : 0 }
        }
    }
}
