import CLibAV
package import Files
package import Frames
import Glibc
import LibAV

/// Writes pictures as an animated GIF.
///
/// All pictures share one palette, which is computed once all of them have been added; until
/// then what changes from one to the next waits in a temporary file. The output is removed unless ``finish(isCanceled:)``
/// succeeds. Use from one thread at a time.
package final class GIFWriter: AnimationWriter {
    /// Colors of the palette; the last of the 256 entries marks unchanged pixels.
    private static let colors = 255

    let encoder = "gif"
    private let place: OutputPlace
    private let size: PixelSize
    private let frameRate: FrameRate
    private let loops: Int?
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
    ///   - frameRate: Frames per second, at most that of ``MovieContainer/highestFrameRate``.
    ///   - loops: How often the animation plays (default: forever).
    /// - Throws: ``FileError/Code/invalidSettings`` if the size is too large.
    package init(
        _ place: OutputPlace, size: PixelSize, frameRate: FrameRate, loops: Int? = nil
    ) throws(FileError) {
        guard size.width <= 65_535, size.height <= 65_535 else {
            throw FileError(
                .invalidSettings, "A GIF cannot have \(size) pixels: the limit is 65535 for width and height.")
        }
        self.place = place
        self.size = size
        self.frameRate = frameRate
        self.loops = loops
        pictures = try SpoolFile()
    }

    /// Adds a picture as the next frame.
    package func append(_ pixels: PixelBuffer) throws(FileError) {
        guard pixels.size == size else {
            throw FileError(.internalFailure, "The frame has \(pixels.size) pixels, but the GIF has \(size).")
        }
        count += 1
        // Eight bytes say which rows follow: none if the picture repeats.
        let rows = last.map { pixels.rows(differingFrom: $0) } ?? 0..<size.height
        last = pixels
        var entry = Self.bytes(of: rows)
        if !rows.isEmpty {
            histogram.add(pixels)
            unsafe pixels.withBytes { bytes in
                let range = rows.lowerBound * pixels.stride..<rows.upperBound * pixels.stride
                unsafe entry.append(contentsOf: bytes[range])
            }
        }
        try pictures.append(entry)
    }

    /// The first row and the number of rows, each in four bytes.
    private static func bytes(of rows: Range<Int>) -> [UInt8] {
        [rows.lowerBound, rows.count].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }

    /// The rows that ``bytes(of:)`` states.
    private static func rows(in bytes: [UInt8]) -> Range<Int> {
        let numbers = [bytes[..<4], bytes[4...]].map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
        return numbers[0]..<numbers[0] + numbers[1]
    }

    /// Chooses the palette and writes the file.
    ///
    /// - Parameter isCanceled: Called before each frame; writing stops when it returns `true`.
    /// - Returns: The file's length in bytes.
    /// - Throws: ``FileError/Code/cannotCreateOutput``, ``FileError/Code/cannotWriteOutput``, or
    ///   ``FileError/Code/internalFailure`` if it was canceled.
    package func finish(isCanceled: () -> Bool) throws(FileError) -> Int {
        guard count > 0 else {
            throw FileError(.internalFailure, "The GIF cannot be written: it has no frames.")
        }
        last = nil
        var map = PaletteMap(histogram.palette(count: Self.colors))
        histogram = ColorHistogram()
        let file = try GIFFile(
            creating: place, size: size, palette: map.palette,
            lastDelay: time(ofFrame: count) - time(ofFrame: count - 1), loops: loops)
        var offset = 0
        let picture = PixelBuffer(size: size)
        for index in 0..<count {
            if isCanceled() { throw FileError(.internalFailure, "Writing the GIF was canceled.") }
            let rows = Self.rows(in: try pictures.read(8, at: offset))
            offset += 8
            if !rows.isEmpty {
                let bytes = try pictures.read(rows.count * picture.stride, at: offset)
                let start = rows.lowerBound * picture.stride
                unsafe picture.withMutableBytes { target in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyBytes(from: bytes)
                }
                offset += bytes.count
            }
            try file.append(picture, isNew: !rows.isEmpty, at: time(ofFrame: index), map: &map)
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
    ///   - loops: How often the animation plays; `nil` for forever.
    init(
        creating place: OutputPlace, size: PixelSize, palette: [UInt32], lastDelay: Int, loops: Int?
    ) throws(FileError) {
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
        // The NETSCAPE2.0 extension states how often the animation is repeated after it was played once; 0 means forever.
        // Without the extension, which -1 leaves out, it plays once.
        unsafe av_dict_set_int(&options, "loop", loops.map { $0 == 1 ? -1 : Int64($0 - 1) } ?? 0, 0)
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

extension PixelBuffer {
    /// The rows from the first to the last one that differ from another picture of the same size.
    fileprivate func rows(differingFrom other: PixelBuffer) -> Range<Int> {
        if self === other { return 0..<0 }
        return unsafe withBytes { one in
            unsafe other.withBytes { two in
                func isEqual(_ row: Int) -> Bool {
                    guard let first = one.baseAddress, let second = two.baseAddress else { return true }
                    return unsafe memcmp(first + row * stride, second + row * other.stride, size.width * 4) == 0
                }
                guard let low = (0..<size.height).first(where: { !isEqual($0) }),
                    let high = (low..<size.height).last(where: { !isEqual($0) })
                else { return 0..<0 }
                return low..<high + 1
            }
        }
    }
}
