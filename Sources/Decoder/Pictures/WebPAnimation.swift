private import CWebP
package import Files
import Frames
import LibAV

/// Decodes the frames of an animated WebP, one at a time.
///
/// Each frame is the whole canvas: libwebp blends and disposes as the file says. Where nothing was drawn, the canvas is
/// transparent; the file's background color is ignored, as in browsers. Use from one thread at a time.
@safe package final class WebPAnimation: AnimatedPicture {
    private let path: String
    /// The file's bytes, which the decoder reads.
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let raw: OpaquePointer
    private let size: PixelSize
    private let profile: ColorProfile?
    /// The durations of all frames.
    private let durations: [Duration]
    private var index = 0

    /// The longest duration that counts as none, and what takes its place, as in browsers.
    private static let (tooShort, usual) = (Duration.milliseconds(10), Duration.milliseconds(100))

    /// Opens a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    init(_ contents: PictureContents) throws(FileError) {
        path = contents.path
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: contents.bytes.count)
        _ = unsafe bytes.initialize(from: contents.bytes)
        var options = WebPAnimDecoderOptions()
        var info = WebPAnimInfo()
        var data = unsafe WebPData(bytes: bytes.baseAddress, size: bytes.count)
        guard unsafe WebPAnimDecoderOptionsInit(&options) != 0 else {
            unsafe bytes.deallocate()
            throw PictureContents.unreadable(contents.path, "libwebp is of another version than expected")
        }
        // Colors are converted before alpha is multiplied.
        options.color_mode = MODE_BGRA
        let header = PixelSize(inWebP: contents.bytes)
        guard let header, header.width * header.height <= PictureReader.mostPixels,
            let raw = unsafe WebPAnimDecoderNew(&data, &options)
        else {
            unsafe bytes.deallocate()
            throw Self.damaged(contents.path)
        }
        // Fails only without a decoder.
        _ = unsafe WebPAnimDecoderGetInfo(raw, &info)
        unsafe self.bytes = bytes
        unsafe self.raw = raw
        size = PixelSize(width: Int(info.canvas_width), height: Int(info.canvas_height))
        durations = unsafe Self.durations(of: WebPAnimDecoderGetDemuxer(raw), count: Int(info.frame_count))
        profile = PictureKind.chunk("ICCP", ofWebP: contents.bytes).flatMap { ColorProfile(Array($0)) }
    }

    deinit {
        unsafe WebPAnimDecoderDelete(raw)
        unsafe bytes.deallocate()
    }

    package func next() throws(FileError) -> PictureFrame? {
        guard unsafe WebPAnimDecoderHasMoreFrames(raw) != 0, index < durations.count else { return nil }
        var canvas: UnsafeMutablePointer<UInt8>?
        var time = CInt(0)
        guard unsafe WebPAnimDecoderGetNext(raw, &canvas, &time) != 0, let canvas = unsafe canvas else {
            throw Self.damaged(path)
        }
        let pixels = PixelBuffer(size: size, hasAlpha: true)
        let rowBytes = size.width * 4
        unsafe pixels.withMutableBytes { target in
            guard let start = target.baseAddress else { return }
            for row in 0..<size.height {
                unsafe (start + row * pixels.stride).copyMemory(from: canvas + row * rowBytes, byteCount: rowBytes)
            }
        }
        profile?.convert(pixels)
        PremultipliedAlpha.apply(to: pixels)
        defer { index += 1 }
        return PictureFrame(pixels: pixels, duration: durations[index])
    }

    package func length() -> Duration? { durations.count > 1 ? durations.reduce(.zero, +) : nil }

    private static func durations(of demuxer: OpaquePointer?, count: Int) -> [Duration] {
        (0..<count).map { index in
            var frame = unsafe WebPIterator()
            defer { unsafe WebPDemuxReleaseIterator(&frame) }
            guard unsafe WebPDemuxGetFrame(demuxer, CInt(index + 1), &frame) != 0 else { return usual }
            let duration = unsafe Duration.milliseconds(Int(frame.duration))
            return duration > tooShort ? duration : usual
        }
    }

    private static func damaged(_ path: String) -> FileError {
        PictureContents.unreadable(
            path, "one of its frames is damaged, or larger than \(PictureReader.mostPixels >> 20) megapixels")
    }

    /// Whether a file is an animated WebP.
    package static func isIn(_ path: String) -> Bool {
        // A file that cannot be read is reported when it is opened.
        let front = try? PictureContents(path: path, limit: 21)
        return front.map { PictureKind(front: $0.bytes) == .webpAnimation } ?? false
    }
}

extension PixelSize {
    /// The size of the canvas that a WebP file's `VP8X` chunk states (RFC 9649, 2.7); `nil` without that chunk.
    fileprivate init?(inWebP bytes: [UInt8]) {
        guard let chunk = PictureKind.chunk("VP8X", ofWebP: bytes), chunk.count >= 10 else { return nil }
        func number(_ offset: Int) -> Int {
            (0..<3).reduce(0) { $0 | Int(chunk[chunk.startIndex + offset + $1]) << (8 * $1) }
        }
        self.init(width: number(4) + 1, height: number(7) + 1)
    }
}
