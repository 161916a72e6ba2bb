import CLibAV

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
