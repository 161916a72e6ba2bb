import CLibAV
import CPixels
package import Frames
package import LibAV

/// Converts decoded pictures to upright pixels of one size, with premultiplied alpha.
///
/// Use from one thread at a time.
package final class FrameConverter {
    private let orientation: Orientation
    private let size: PixelSize
    private let storedSize: PixelSize
    private var scaler: FrameScaler?
    /// The format the scaler was created for; it may change within a stream.
    private var format: PictureFormat?
    private let pools: [Bool: PixelBufferPool]

    /// The number of pictures in use before the pool allocates more.
    private static let poolCapacity = 12

    package init(orientation: Orientation, size: PixelSize) {
        self.orientation = orientation
        self.size = size
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
            scaler = nil
            scaler = try FrameScaler(from: format, to: storedSize)
            self.format = format
        }
        let pixels = takeBuffer(hasAlpha: format.hasAlpha)
        try scaler?.convert(frame, into: pixels)
        return orientation.isUpright ? pixels : turned(pixels)
    }

    private func takeBuffer(hasAlpha: Bool) -> PixelBuffer {
        pools[hasAlpha]?.take() ?? PixelBuffer(size: storedSize, hasAlpha: hasAlpha)
    }

    private func turned(_ pixels: PixelBuffer) -> PixelBuffer {
        let upright = PixelBuffer(size: size, hasAlpha: pixels.hasAlpha)
        let (stored, seen) = (pixels.size, size)
        let right = orientation.isColumnReversed ? -4 : 4
        let down = orientation.isRowReversed ? -pixels.stride : pixels.stride
        let first =
            (orientation.isColumnReversed ? (stored.width - 1) * 4 : 0)
            + (orientation.isRowReversed ? (stored.height - 1) * pixels.stride : 0)
        let stride = upright.stride
        let (isOpaque, swapsAxes) = (!pixels.hasAlpha, orientation.swapsAxes)
        pixels.withBytes { source in
            upright.withMutableBytes { target in
                let picture = composition_picture(
                    pixels: target.bindMemory(to: UInt32.self).baseAddress, stride: stride, width: seen.width,
                    height: seen.height, is_opaque: isOpaque)
                composition_turn(
                    picture, source.baseAddress?.advanced(by: first), swapsAxes ? down : right,
                    swapsAxes ? right : down)
            }
        }
        return upright
    }
}
