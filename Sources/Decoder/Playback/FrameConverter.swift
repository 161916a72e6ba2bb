package import Frames
package import LibAV

/// Converts decoded pictures to upright pixels of one size, with premultiplied alpha.
///
/// Use from one thread at a time.
package final class FrameConverter {
    private let orientation: Orientation
    private let storedSize: PixelSize
    private var scaler: FrameScaler?
    /// Converts HDR pictures before ``scaler``.
    private var toneMapper: ToneMapper?
    /// The format the scaler was created for; it may change within a stream.
    private var format: PictureFormat?
    private let pools: [Bool: PixelBufferPool]

    /// The number of pictures in use before the pool allocates more.
    private static let poolCapacity = 12

    package init(orientation: Orientation, size: PixelSize) {
        self.orientation = orientation
        storedSize = orientation.turned(size)
        let storedSize = storedSize
        pools = Dictionary(
            uniqueKeysWithValues: [false, true].map {
                ($0, PixelBufferPool(size: storedSize, capacity: Self.poolCapacity, hasAlpha: $0))
            })
    }

    /// Converts a picture.
    package func convert(_ frame: borrowing MediaFrame) throws(LibAVError) -> PixelBuffer {
        let format = PictureFormat(of: frame)
        if format != self.format {
            (scaler, toneMapper) = (nil, nil)
            self.format = format
            toneMapper = format.needsToneMapping ? try ToneMapper(from: format, to: storedSize) : nil
        }
        guard let toneMapper else { return try scaled(frame, format) }
        try toneMapper.convert(frame)
        return try scaled(toneMapper.output, PictureFormat(of: toneMapper.output))
    }

    private func scaled(
        _ frame: borrowing MediaFrame, _ format: PictureFormat
    ) throws(LibAVError) -> PixelBuffer {
        if scaler == nil { scaler = try FrameScaler(from: format, to: storedSize) }
        let pixels = takeBuffer(hasAlpha: format.hasAlpha)
        try scaler?.convert(frame, into: pixels)
        return orientation.upright(pixels)
    }

    private func takeBuffer(hasAlpha: Bool) -> PixelBuffer {
        pools[hasAlpha]?.take() ?? PixelBuffer(size: storedSize, hasAlpha: hasAlpha)
    }
}
