package import CLibAV
package import Frames
package import LibAV

/// Converts frames to the encoder's pixel format.
///
/// Keeps one picture, and converts again only when the pixels change. Use from one thread at a
/// time.
package final class PixelConverter {
    /// The video's size: the frames' size rounded up to even numbers.
    let videoSize: PixelSize
    /// The number of pictures that were actually converted.
    package private(set) var conversions = 0

    private let frameSize: PixelSize
    /// Converts alpha and all formats but planar YUV 4:2:0, which our own conversion handles.
    private let scaler: Scaler?
    private let picture: MediaFrame
    /// Holds a picture whose odd size is padded, or whose alpha is made straight.
    private let staged: MediaFrame
    private let isStaged: Bool
    /// Whether the encoder reads the frames' own pixel format.
    private let isCopied: Bool
    private let hasAlpha: Bool
    /// The hardware device that encodes, if any.
    private let hardware: HardwareDevice?
    private var uploaded: MediaFrame?
    /// Retained, not only compared: memory that is freed and reallocated may have the same
    /// address but other pixels.
    private var current: PixelBuffer?

    /// Creates a converter for frames of one size.
    ///
    /// - Parameters:
    ///   - frameSize: The frames' size.
    ///   - hasAlpha: Whether the frames have an alpha channel.
    ///   - format: The pixel format that the encoder reads or uploads.
    ///   - hardware: The hardware device that encodes; `nil` for a software encoder.
    package init(
        frameSize: PixelSize, hasAlpha: Bool = false, format: AVPixelFormat = AV_PIX_FMT_YUV420P,
        hardware: consuming HardwareDevice? = nil
    ) throws(LibAVError) {
        self.frameSize = frameSize
        self.hasAlpha = hasAlpha
        self.hardware = hardware
        videoSize = frameSize.roundedUpToEven
        let isPlain = !hasAlpha && format == AV_PIX_FMT_YUV420P
        isCopied = format == AV_PIX_FMT_BGR0 || format == AV_PIX_FMT_BGRA
        scaler = isPlain || isCopied ? nil : try Scaler(size: videoSize, hasAlpha: hasAlpha, to: format)
        picture = try MediaFrame(size: videoSize, format: format)
        picture.tag(VideoColors(of: format))
        isStaged = scaler != nil && (hasAlpha || videoSize != frameSize)
        // Without staging, a 2x2 picture takes its place.
        staged = try MediaFrame(
            size: isStaged ? videoSize : PixelSize(width: 2, height: 2),
            format: hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0)
    }

    /// Makes a frame's pixels the current picture.
    ///
    /// - Parameters:
    ///   - pixels: The pixels.
    ///   - changes: How they differ from others; our own conversion converts only that if those are the current ones.
    package func convert(_ pixels: PixelBuffer, _ changes: PictureChanges? = nil) throws(LibAVError) {
        guard pixels !== current else { return }
        // The encoder may still reference the previous picture.
        try picture.makeWritable()
        switch scaler {
        case .some(let scaler) where isStaged:
            staged.fill(from: pixels)
            try scaler.convert(staged, into: picture)
        case .some(let scaler):
            try scaler.convert(pixels, into: picture)
        case .none where isCopied:
            picture.fill(from: pixels)
        case .none:
            let changes = changes.flatMap { $0.base == current?.id ? $0 : nil }
            let rows = changes?.rows ?? RangeSet(0..<frameSize.height)
            for rows in rows.ranges { picture.convert(from: pixels, rows: rows) }
        }
        uploaded = try upload()
        current = pixels
        conversions += 1
    }

    /// Lends the current picture.
    func withCurrentPicture<Result>(_ body: (AVFrame) -> Result) -> Result { unsafe body(picture.raw.pointee) }

    private func upload() throws(LibAVError) -> MediaFrame? {
        switch hardware {
        case .some(let hardware): try hardware.upload(picture)
        case .none: nil
        }
    }

    /// Sends the current picture to the encoder.
    ///
    /// - Parameters:
    ///   - codec: The encoder.
    ///   - index: The frame's index, which is its presentation time.
    func send(to codec: borrowing CodecContext, at index: Int) throws(LibAVError) {
        switch uploaded {
        case .some(let uploaded):
            uploaded.setPresentationTime(index)
            try codec.send(uploaded)
        case .none:
            picture.setPresentationTime(index)
            try codec.send(picture)
        }
    }
}
