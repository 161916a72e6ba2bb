import CLibAV
import LibAV

/// How a stream's pictures are rotated and mirrored for display.
///
/// A stored point (x, y) is displayed at (a x + c y, b x + d y), with y pointing down (ISO/IEC
/// 14496-12, 8.3.2).
struct StreamOrientation: Equatable {
    let a: Int
    let b: Int
    let c: Int
    let d: Int

    /// Displayed as stored.
    static let upright = StreamOrientation(a: 1, b: 0, c: 0, d: 1)

    /// Reads a stream's orientation; anything but multiples of 90° counts as upright.
    init(of stream: UnsafePointer<AVStream>) {
        var size = 0
        guard let data = recorder_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            self = .upright
            return
        }
        let matrix = UnsafeRawPointer(data)
        func sign(_ index: Int) -> Int {
            Int(matrix.loadUnaligned(fromByteOffset: index * 4, as: Int32.self).signum())
        }
        let read = StreamOrientation(a: sign(0), b: sign(1), c: sign(3), d: sign(4))
        let isRightAngle = read.a * read.d + read.b * read.c != 0 && read.a * read.b == 0 && read.a * read.c == 0
        self = isRightAngle ? read : .upright
    }

    init(a: Int, b: Int, c: Int, d: Int) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Whether rows become columns.
    var swapsSides: Bool { a == 0 }
}

extension StreamOrientation {
    /// Rotates and mirrors a picture in full-range YUV 4:2:0.
    func turned(_ picture: borrowing MediaFrame) throws(LibAVError) -> MediaFrame {
        let source = picture.raw.pointee
        let target = try MediaFrame.allocate()
        target.raw.pointee.width = swapsSides ? source.height : source.width
        target.raw.pointee.height = swapsSides ? source.width : source.height
        target.raw.pointee.format = source.format
        target.raw.pointee.color_range = source.color_range
        try check("av_frame_get_buffer", av_frame_get_buffer(target.raw, 0))
        let to = target.raw.pointee
        let (width, height) = (Int(source.width), Int(source.height))
        copy(source.data.0, Int(source.linesize.0), width, height, to.data.0, Int(to.linesize.0))
        // Four pixels share a chroma sample.
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        copy(source.data.1, Int(source.linesize.1), halfWidth, halfHeight, to.data.1, Int(to.linesize.1))
        copy(source.data.2, Int(source.linesize.2), halfWidth, halfHeight, to.data.2, Int(to.linesize.2))
        return target
    }

    private func copy(
        _ source: UnsafeMutablePointer<UInt8>?, _ stride: Int, _ width: Int, _ height: Int,
        _ target: UnsafeMutablePointer<UInt8>?, _ targetStride: Int
    ) {
        guard let source, let target else { return }
        let left = (a < 0 ? width - 1 : 0) + (c < 0 ? height - 1 : 0)
        let top = (b < 0 ? width - 1 : 0) + (d < 0 ? height - 1 : 0)
        for y in 0..<height {
            for x in 0..<width {
                target[(top + b * x + d * y) * targetStride + left + a * x + c * y] = source[y * stride + x]
            }
        }
    }
}
