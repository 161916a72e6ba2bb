import CLibAV
import Frames
import LibAV

/// Turns the frames' pixels into the picture that the encoder reads.
///
/// It keeps one picture, which is converted anew only when the pixels are
/// other ones than last time. Used on the encoder's thread only.
final class PixelConverter {
    /// The video's size: the frames' size rounded up to even.
    let videoSize: PixelSize
    /// How many pictures were really converted.
    private(set) var conversions = 0

    private let frameSize: PixelSize
    /// Converts what our own conversion is not for: transparency, and other
    /// formats than YUV 4:2:0 in three planes.
    private let scaler: PixelScaler?
    private let picture: MediaFrame
    /// Where an odd-sized picture gets its extra column and row, and a
    /// transparent one its straight colours.
    private let staged: MediaFrame
    private let isStaged: Bool
    /// Whether the encoder takes the pixels as they are.
    private let isCopied: Bool
    private let hasAlpha: Bool
    /// The hardware that encodes, and the current picture in its memory.
    private let hardware: HardwareDevice?
    private var uploaded: MediaFrame?
    /// Kept, not only compared: memory that is freed and taken again may
    /// come back at the same address with other pixels.
    private var current: PixelBuffer?

    /// Makes a converter for frames of one size.
    ///
    /// - Parameters:
    ///   - hasAlpha: Whether the frames have transparency.
    ///   - format: What the encoder reads, or uploads to its hardware.
    ///   - hardware: The hardware that encodes, if pictures have to be there.
    init(
        frameSize: PixelSize, hasAlpha: Bool = false, format: AVPixelFormat = AV_PIX_FMT_YUV420P,
        hardware: consuming HardwareDevice? = nil
    ) throws(LibAVError) {
        self.frameSize = frameSize
        self.hasAlpha = hasAlpha
        self.hardware = hardware
        videoSize = frameSize.roundedUpToEven
        let isPlain = !hasAlpha && format == AV_PIX_FMT_YUV420P
        isCopied = format == AV_PIX_FMT_BGR0 || format == AV_PIX_FMT_BGRA
        scaler = isPlain || isCopied ? nil : try PixelScaler.make(size: videoSize, hasAlpha: hasAlpha, to: format)
        picture = try MediaFrame.picture(size: videoSize, format: format)
        picture.tag(VideoColors(of: format))
        isStaged = scaler != nil && (hasAlpha || videoSize != frameSize)
        // What needs no staging has the smallest picture stand in.
        staged = try MediaFrame.picture(
            size: isStaged ? videoSize : PixelSize(width: 2, height: 2),
            format: hasAlpha ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR0)
    }

    /// Makes a frame's pixels the current picture.
    func convert(_ pixels: PixelBuffer) throws(LibAVError) {
        guard pixels !== current else { return }
        // The encoder may still hold the memory of the picture before.
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
            picture.convert(from: pixels)
        }
        uploaded = try upload()
        current = pixels
        conversions += 1
    }

    private func upload() throws(LibAVError) -> MediaFrame? {
        switch hardware {
        case .some(let hardware): try hardware.upload(picture)
        case .none: nil
        }
    }

    /// Gives the encoder the current picture for one place in the video.
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
