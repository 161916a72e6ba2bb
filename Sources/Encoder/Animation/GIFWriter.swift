import CLibAV
package import Files
package import Frames
import LibAV

/// Writes pictures as an animated GIF that repeats forever.
///
/// All pictures share one palette, which is computed once all of them have been added; until
/// then they wait in a temporary file. The output is removed unless ``finish(isCanceled:)``
/// succeeds. Use from one thread at a time.
package final class GIFWriter {
    /// The highest frame rate, in frames per second.
    ///
    /// Many players show a delay below two hundredths of a second as a tenth.
    package static let highestRate = 50
    /// Colors of the palette; the last of the 256 entries marks unchanged pixels.
    private static let colors = 255

    private let place: OutputPlace
    private let size: PixelSize
    private let frameRate: FrameRate
    private let pictures: SpoolFile
    private var histogram = ColorHistogram()
    private var last: PixelBuffer?
    /// The number of frames added so far.
    package private(set) var count = 0

    /// Starts an animation; ``finish(isCanceled:)`` creates the file.
    ///
    /// - Parameters:
    ///   - place: The file, which must not exist; its folder must.
    ///   - size: The size of every picture in pixels, at most 65535 a side.
    ///   - frameRate: Frames per second, at most ``highestRate``.
    /// - Throws: ``FileError/Code/invalidSettings`` if the size is too large.
    package init(_ place: OutputPlace, size: PixelSize, frameRate: FrameRate) throws(FileError) {
        guard size.width <= 65_535, size.height <= 65_535 else {
            throw FileError(
                .invalidSettings, "A GIF cannot have \(size) pixels: the limit is 65535 for width and height.")
        }
        self.place = place
        self.size = size
        self.frameRate = frameRate
        pictures = try SpoolFile()
    }

    /// Adds a picture as the next frame.
    package func append(_ pixels: PixelBuffer) throws(FileError) {
        guard pixels.size == size else {
            throw FileError(.internalFailure, "The frame has \(pixels.size) pixels, but the GIF has \(size).")
        }
        count += 1
        // One byte says whether a picture follows (1) or the last one repeats (0).
        if pixels === last {
            try pictures.append([0])
            return
        }
        last = pixels
        histogram.add(pixels)
        try unsafe pictures.append(pixels.withBytes { unsafe [1] + $0 })
    }

    /// Chooses the palette and writes the file.
    ///
    /// - Parameter isCanceled: Called before each frame; writing stops when it returns `true`.
    /// - Returns: The file's length in bytes.
    /// - Throws: ``FileError/Code/cannotCreateOutput``,
    ///   ``FileError/Code/cannotWriteOutput``, or `CancellationError`.
    package func finish(isCanceled: () -> Bool) throws -> Int {
        guard count > 0 else {
            throw FileError(.internalFailure, "The GIF cannot be written: it has no frames.")
        }
        last = nil
        var map = PaletteMap(histogram.palette(count: Self.colors))
        histogram = ColorHistogram()
        let file = try GIFFile(
            creating: place, size: size, palette: map.palette,
            lastDelay: time(ofFrame: count) - time(ofFrame: count - 1)
        )
        var offset = 0
        let picture = PixelBuffer(size: size)
        for index in 0..<count {
            if isCanceled() { throw CancellationError() }
            let isNew = try pictures.read(1, at: offset) == [1]
            offset += 1
            if isNew {
                let bytes = try pictures.read(PixelBuffer.byteCount(of: size), at: offset)
                unsafe picture.withMutableBytes { unsafe $0.copyBytes(from: bytes) }
                offset += bytes.count
            }
            try file.append(picture, isNew: isNew, at: time(ofFrame: index), map: &map)
        }
        return try file.finish()
    }

    /// Returns when a frame is shown, rounded to the nearest hundredth of a second.
    ///
    /// Single delays vary, but their sum does not drift.
    private func time(ofFrame index: Int) -> Int { frameRate.sampleCount(forFrames: index, sampleRate: 100) }
}

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
