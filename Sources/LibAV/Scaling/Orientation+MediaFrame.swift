import CLibAV
import Frames

extension Orientation {
    /// Returns an upright copy of a picture in YUV 4:2:0 of 8 bits.
    package func upright(_ stored: borrowing MediaFrame) throws(LibAVError) -> MediaFrame {
        let source = unsafe stored.raw.pointee
        let size = unsafe PixelSize(width: Int(source.width), height: Int(source.height))
        let chroma = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let upright = try unsafe MediaFrame(size: turned(size), format: AVPixelFormat(rawValue: source.format))
        unsafe upright.raw.pointee.color_range = source.color_range
        let target = unsafe upright.raw.pointee
        unsafe copy(size, source.data.0, source.linesize.0, target.data.0, target.linesize.0)
        unsafe copy(chroma, source.data.1, source.linesize.1, target.data.1, target.linesize.1)
        unsafe copy(chroma, source.data.2, source.linesize.2, target.data.2, target.linesize.2)
        return upright
    }

    private func copy(
        _ stored: PixelSize, _ source: UnsafeMutablePointer<UInt8>?, _ sourceStride: CInt,
        _ target: UnsafeMutablePointer<UInt8>?, _ targetStride: CInt
    ) {
        guard let source = unsafe source, let target = unsafe target else { return }
        let steps = steps(in: stored, pixel: 1, row: Int(sourceStride))
        let shown = turned(stored)
        for y in 0..<shown.height {
            for x in 0..<shown.width {
                unsafe target[y * Int(targetStride) + x] = source[steps.first + x * steps.right + y * steps.down]
            }
        }
    }
}
