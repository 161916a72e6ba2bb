import CLibAV
import Composition
public import Files
public import Frames
import LibAV

/// A picture's pixels in separate planes, as video encoders, graphics libraries and `CVPixelBuffer` use them.
///
/// The colors are those of videos: BT.709 with limited range.
public struct PixelPlanes: Sendable {
    /// The arrangement of the planes.
    public enum Format: Sendable, CaseIterable {
        /// Three planes, Y, U and V; U and V have half the width and the height (I420).
        case yuv420p
        /// Two planes, Y and interleaved U and V, which has half the width and the height
        /// (`kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`).
        case nv12
        /// Three planes, Y, U and V, of the same size.
        case yuv444p
    }

    /// One plane.
    public struct Plane: Sendable {
        /// The number of samples in a row; a pair of U and V counts as one.
        public let width: Int
        /// The number of rows.
        public let height: Int
        /// Bytes from one row to the next.
        public let bytesPerRow: Int
        /// The rows, one after another.
        public let bytes: [UInt8]
    }

    /// The arrangement of the planes.
    public let format: Format
    /// The size in pixels: the picture's, rounded up to even numbers by repeating the last column and row.
    public let size: PixelSize
    /// The planes, in the format's order.
    public let planes: [Plane]

    /// Converts a picture.
    ///
    /// - Parameters:
    ///   - pixels: The picture; transparent areas appear over black.
    ///   - format: The arrangement of the planes.
    /// - Throws: `missingComponent` if FFmpeg is missing, or `internalFailure`.
    public init(_ pixels: PixelBuffer, as format: Format) throws(FileError) {
        try FFmpeg.load()
        self.format = format
        do throws(LibAVError) {
            let converter = try PixelConverter(frameSize: pixels.size, format: format.libav)
            try converter.convert(Self.onBlack(pixels))
            let size = converter.videoSize
            self.size = size
            planes = converter.planes(format.shapes(size))
        } catch {
            throw .failure("The conversion of a picture to planes", error)
        }
    }

    /// Composites a picture over black.
    private static func onBlack(_ pixels: PixelBuffer) -> PixelBuffer {
        guard pixels.hasAlpha else { return pixels }
        let canvas = Canvas(PixelBuffer(size: pixels.size))
        canvas.fill(.black)
        canvas.draw(pixels, x: 0, y: 0)
        return canvas.pixels
    }
}

extension PixelPlanes.Format {
    /// The number of samples, rows and bytes per sample of each plane.
    fileprivate func shapes(_ size: PixelSize) -> [PlaneShape] {
        let whole = PlaneShape(width: size.width, height: size.height, bytesPerSample: 1)
        let half = PlaneShape(width: size.width / 2, height: size.height / 2, bytesPerSample: 1)
        let pairs = PlaneShape(width: size.width / 2, height: size.height / 2, bytesPerSample: 2)
        return switch self {
        case .yuv420p: [whole, half, half]
        case .nv12: [whole, pairs]
        case .yuv444p: [whole, whole, whole]
        }
    }
}

/// The dimensions of a plane of pixels.
struct PlaneShape {
    /// The number of samples in a row.
    let width: Int
    /// The number of rows.
    let height: Int
    /// Bytes per sample.
    let bytesPerSample: Int
}

extension PixelConverter {
    /// Copies the planes of the current picture, without the space between their rows.
    ///
    /// - Parameter shapes: The dimensions of at most three planes of the converter's format.
    func planes(_ shapes: [PlaneShape]) -> [PixelPlanes.Plane] {
        unsafe withCurrentPicture { picture in
            let data = unsafe [picture.data.0, picture.data.1, picture.data.2]
            let strides = unsafe [picture.linesize.0, picture.linesize.1, picture.linesize.2]
            return shapes.enumerated().map { index, shape in
                let length = shape.width * shape.bytesPerSample
                let rows = unsafe data[index].map { start in
                    (0..<shape.height).flatMap { row in
                        unsafe Array(UnsafeBufferPointer(start: start + row * Int(strides[index]), count: length))
                    }
                }
                return PixelPlanes.Plane(
                    width: shape.width, height: shape.height, bytesPerRow: length, bytes: rows ?? [])
            }
        }
    }
}

extension PixelPlanes.Format {
    /// libav's pixel format.
    var libav: AVPixelFormat {
        switch self {
        case .yuv420p: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .yuv444p: AV_PIX_FMT_YUV444P
        }
    }
}
